import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AuthFrame } from '../features/session/auth-frame.tsx'
import { usePassMfa, useSignIn } from '../features/session/session.ts'
import { fieldErrors, isStatus } from '../lib/api.ts'
import { textOf } from '../lib/form.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { ErrorNotice } from '../ui/notice.tsx'

export function SignInPage() {
  const [mfa_token, setMfaToken] = useState<string>()
  return mfa_token === undefined ? (
    <PasswordForm onChallenge={setMfaToken} />
  ) : (
    <SecondFactorForm mfa_token={mfa_token} onExpired={() => setMfaToken(undefined)} />
  )
}

function useNext(): () => void {
  const { next = '/create' } = useSearch({ from: '/auth/sign-in' })
  const navigate = useNavigate()
  return () => void navigate({ to: next, replace: true })
}

function PasswordForm({ onChallenge }: { onChallenge: (mfa_token: string) => void }) {
  const { t } = useTranslation()
  const search = useSearch({ from: '/auth/sign-in' })
  const goOn = useNext()
  const signIn = useSignIn()
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    signIn.mutate(
      { email: textOf(form, 'email').trim(), password: textOf(form, 'password') },
      { onSuccess: (answer) => (answer.mfa_required ? onChallenge(answer.mfa_token) : goOn()) },
    )
  }
  const isWrong = isStatus(signIn.error, 401)
  const errors = fieldErrors(signIn.error)
  return (
    <AuthFrame title={t('auth.signIn')}>
      {search.next !== undefined && search.next !== '/create' && (
        <p className="text-sm text-soft">{t('auth.expired')}</p>
      )}
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
        <Field
          label={t('auth.password')}
          name="password"
          type="password"
          autoComplete="current-password"
          required
          error={isWrong ? t('auth.wrong') : errors['password']}
        />
        {signIn.isError && !isWrong && Object.keys(errors).length === 0 && (
          <ErrorNotice error={signIn.error} />
        )}
        <Button type="submit" look="primary" className="h-9" disabled={signIn.isPending}>
          {t('auth.signIn')}
        </Button>
      </form>
      <p className="flex flex-wrap justify-between gap-2 text-sm text-soft">
        <Link to="/auth/register" search={search} className="underline underline-offset-4 hover:text-text">
          {t('auth.register')}
        </Link>
        <a href="/forgot-password" className="underline underline-offset-4 hover:text-text">
          {t('auth.forgot')}
        </a>
      </p>
    </AuthFrame>
  )
}

function SecondFactorForm({ mfa_token, onExpired }: { mfa_token: string; onExpired: () => void }) {
  const { t } = useTranslation()
  const [byRecovery, setByRecovery] = useState(false)
  const goOn = useNext()
  const pass = usePassMfa()
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const code = textOf(new FormData(event.currentTarget), 'code').trim()
    pass.mutate(byRecovery ? { mfa_token, recovery_code: code } : { mfa_token, code }, {
      onSuccess: goOn,
      onError: (error) => {
        if (isStatus(error, 401) && error.code !== 'invalid_mfa_code') onExpired()
      },
    })
  }
  const isWrong = isStatus(pass.error, 401)
  return (
    <AuthFrame title={t('auth.mfaTitle')}>
      {!byRecovery && <p className="text-sm text-soft">{t('auth.mfaText')}</p>}
      <form onSubmit={submit} className="flex flex-col gap-4">
        <Field
          key={String(byRecovery)}
          label={byRecovery ? t('auth.recoveryCode') : t('auth.code')}
          name="code"
          autoComplete="one-time-code"
          inputMode={byRecovery ? 'text' : 'numeric'}
          required
          autoFocus
          error={isWrong ? t('auth.mfaWrong') : undefined}
        />
        {pass.isError && !isWrong && <ErrorNotice error={pass.error} />}
        <Button type="submit" look="primary" className="h-9" disabled={pass.isPending}>
          {t('auth.continue')}
        </Button>
        <Button look="quiet" onClick={() => setByRecovery(!byRecovery)}>
          {byRecovery ? t('auth.mfaTotp') : t('auth.mfaRecovery')}
        </Button>
      </form>
    </AuthFrame>
  )
}
