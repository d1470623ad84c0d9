import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { AuthFrame } from '../features/session/auth-frame.tsx'
import { BadLink, LinkDone, LinkField, readLink, useLinkToken } from '../features/session/link-outcome.tsx'
import { useResetPassword } from '../features/session/mailed-links.ts'
import { configQuery } from '../features/session/session.ts'
import { fieldErrors, isStatus } from '../lib/api.ts'
import { textOf } from '../lib/form.ts'
import { Button } from '../ui/button.tsx'
import { Check } from '../ui/check.tsx'
import { NewPassword } from '../ui/new-password.tsx'
import { ErrorNotice } from '../ui/notice.tsx'

/** A new password by a mailed link; one that is too weak leaves the link good. */
export function ResetPasswordPage() {
  const token = useLinkToken()
  return <ResetForm key={token} token={token} />
}

function ResetForm({ token }: { token: string | undefined }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { data: config } = useQuery(configQuery)
  const reset = useResetPassword()
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const order = {
      token: readLink(textOf(form, 'link'), token),
      new_password: textOf(form, 'new_password'),
      revoke_api_keys: form.has('revoke_api_keys'),
    }
    reset.mutate(order, { onSuccess: () => void navigate({ to: '.', hash: '', replace: true }) })
  }
  const errors = fieldErrors(reset.error)
  if (reset.isSuccess)
    return (
      <LinkDone
        title={t('links.reset.doneTitle')}
        text={`${t('links.reset.done')}${reset.data.mfa_required ? ` ${t('links.secondFactor')}` : ''}`}
      />
    )
  if (isStatus(reset.error, 400) || 'token' in errors)
    return <BadLink help={t('links.reset.help')} mayAskAgain />
  const isWeak = 'new_password' in errors
  return (
    <AuthFrame title={t('links.reset.title')}>
      <p className="text-soft">{t('links.reset.text')}</p>
      <form onSubmit={submit} className="flex flex-col gap-4">
        {token === undefined && <LinkField />}
        <NewPassword
          label={t('auth.newPassword')}
          name="new_password"
          minLength={config?.password_min_length}
          autoFocus
          error={isWeak ? t('auth.weak') : undefined}
        />
        <Check name="revoke_api_keys" label={t('links.reset.revokeKeys')} />
        {reset.isError && !isWeak && <ErrorNotice error={reset.error} />}
        <Button type="submit" look="primary" className="h-9" disabled={reset.isPending}>
          {t('links.reset.action')}
        </Button>
      </form>
    </AuthFrame>
  )
}
