import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AuthFrame } from '../features/session/auth-frame.tsx'
import { MailSent } from '../features/session/mail-sent.tsx'
import { useForgotPassword } from '../features/session/mailed-links.ts'
import { fieldErrors } from '../lib/api.ts'
import { textOf } from '../lib/form.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { ErrorNotice } from '../ui/notice.tsx'

/** Anybody may ask; every address gets the same answer. */
export function ForgotPasswordPage() {
  const { t } = useTranslation()
  const forgot = useForgotPassword()
  const [sentTo, setSentTo] = useState<string>()
  if (sentTo !== undefined) return <MailSent email={sentTo} of="reset" onBack={() => setSentTo(undefined)} />
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const email = textOf(new FormData(event.currentTarget), 'email').trim()
    forgot.mutate(email, { onSuccess: () => setSentTo(email) })
  }
  const { email } = fieldErrors(forgot.error)
  return (
    <AuthFrame title={t('auth.forgotTitle')}>
      <p className="text-soft">{t('auth.forgotText')}</p>
      <form onSubmit={submit} className="flex flex-col gap-4">
        <Field
          label={t('auth.email')}
          name="email"
          type="email"
          autoComplete="username"
          maxLength={254}
          required
          autoFocus
          error={email}
        />
        {forgot.isError && email === undefined && <ErrorNotice error={forgot.error} />}
        <Button type="submit" look="primary" className="h-9" disabled={forgot.isPending}>
          {t('auth.sendLink')}
        </Button>
      </form>
      <Link
        to="/auth/sign-in"
        className="self-start text-sm text-soft underline underline-offset-4 hover:text-text"
      >
        {t('auth.back')}
      </Link>
    </AuthFrame>
  )
}
