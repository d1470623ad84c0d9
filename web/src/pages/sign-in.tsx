import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AuthFrame } from '../features/session/auth-frame.tsx'
import { NotSetUp } from '../features/session/not-set-up.tsx'
import { useResendVerification } from '../features/session/mailed-links.ts'
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
  return () => void navigate({ href: next, replace: true })
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
  const isUnverified = isStatus(signIn.error, 403) && signIn.error.code === 'email_not_verified'
  const errors = fieldErrors(signIn.error)
  return (
    <AuthFrame title={t('auth.signIn')}>
      <NotSetUp />
      {search.next !== undefined && (search.ended || search.next !== '/create') && (
        <p className="text-sm text-soft">{t(search.ended ? 'auth.expired' : 'auth.next')}</p>
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
        {isUnverified ? (
          <Unverified email={signIn.variables!.email} />
        ) : (
          signIn.isError &&
          !isWrong &&
          Object.keys(errors).length === 0 && <ErrorNotice error={signIn.error} />
        )}
        <Button type="submit" look="primary" className="h-9" disabled={signIn.isPending}>
          {t('auth.signIn')}
        </Button>
      </form>
      <p className="flex flex-wrap justify-between gap-2 text-sm text-soft">
        <Link to="/auth/register" search={search} className="underline underline-offset-4 hover:text-text">
          {t('auth.register')}
        </Link>
        <Link to="/auth/forgot-password" className="underline underline-offset-4 hover:text-text">
          {t('auth.forgot')}
        </Link>
      </p>
    </AuthFrame>
  )
}

/** For whoever knows the password of an address that is not confirmed. */
function Unverified({ email }: { email: string }) {
  const { t } = useTranslation()
  const resend = useResendVerification()
  return (
    <div role="alert" className="flex flex-col items-start gap-2 text-sm">
      <p className="text-bad">{t('auth.unverified')}</p>
      {resend.isSuccess ? (
        <p className="text-soft">{t('auth.sentAgain')}</p>
      ) : (
        <Button disabled={resend.isPending} onClick={() => resend.mutate(email)}>
          {t('auth.sendAgain')}
        </Button>
      )}
      {resend.isError && <ErrorNotice error={resend.error} />}
    </div>
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
