import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AuthFrame } from '../features/session/auth-frame.tsx'
import { MailSent } from '../features/session/mail-sent.tsx'
import { configQuery, useRegister } from '../features/session/session.ts'
import { fieldErrors } from '../lib/api.ts'
import { textOf } from '../lib/form.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { NewPassword } from '../ui/new-password.tsx'
import { ErrorNotice } from '../ui/notice.tsx'

export function RegisterPage() {
  const { t } = useTranslation()
  const search = useSearch({ from: '/auth/register' })
  const navigate = useNavigate()
  const { data: config } = useQuery(configQuery)
  const register = useRegister()
  const [sentTo, setSentTo] = useState<string>()
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const text = (name: string): string => textOf(form, name).trim()
    register.mutate(
      {
        email: text('email'),
        password: textOf(form, 'password'),
        nickname: text('nickname') || null,
        invite_code: text('invite_code') || null,
      },
      {
        onSuccess: (answer) => {
          if ('verification_required' in answer) setSentTo(answer.email)
          else void navigate({ href: search.next ?? '/create', replace: true })
        },
      },
    )
  }
  if (sentTo !== undefined)
    return <MailSent email={sentTo} of="verification" onBack={() => setSentTo(undefined)} />
  const errors = fieldErrors(register.error)
  return (
    <AuthFrame title={t('auth.register')}>
      <form onSubmit={submit} className="flex flex-col gap-4">
        <Field
          label={t('auth.email')}
          name="email"
          type="email"
          autoComplete="username"
          required
          autoFocus
          error={errors['email']}
        />
        <NewPassword
          label={t('auth.password')}
          name="password"
          minLength={config?.password_min_length}
          error={'password' in errors ? t('auth.weak') : undefined}
        />
        <Field
          label={t('auth.nickname')}
          name="nickname"
          autoComplete="nickname"
          maxLength={50}
          hint={t('auth.nicknameHint')}
          error={errors['nickname']}
        />
        <Field
          label={t('auth.invite')}
          name="invite_code"
          maxLength={64}
          hint={t('auth.inviteHint')}
          error={errors['invite_code']}
        />
        {register.isError && Object.keys(errors).length === 0 && <ErrorNotice error={register.error} />}
        <Button type="submit" look="primary" className="h-9" disabled={register.isPending}>
          {t('auth.register')}
        </Button>
      </form>
      <p className="text-sm text-soft">
        {t('auth.hasAccount')}{' '}
        <Link to="/auth/sign-in" search={search} className="underline underline-offset-4 hover:text-text">
          {t('auth.signIn')}
        </Link>
      </p>
    </AuthFrame>
  )
}
