import { useNavigate } from '@tanstack/react-router'
import type { FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { AuthFrame } from '../features/session/auth-frame.tsx'
import { BadLink, LinkDone, LinkField, readLink, useLinkToken } from '../features/session/link-outcome.tsx'
import { type LinkPurpose, useFollowLink } from '../features/session/mailed-links.ts'
import { isStatus } from '../lib/api.ts'
import { textOf } from '../lib/form.ts'
import { Button } from '../ui/button.tsx'
import { ErrorNotice } from '../ui/notice.tsx'

/** Where a mailed link leads: opening the page spends nothing, since programs open links too; the button does. */
function MailedLinkPage({ purpose }: { purpose: LinkPurpose }) {
  const token = useLinkToken()
  return <ConfirmForm key={token} purpose={purpose} token={token} />
}

function ConfirmForm({ purpose, token }: { purpose: LinkPurpose; token: string | undefined }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const follow = useFollowLink(purpose)
  const forgetToken = (): void => void navigate({ to: '.', hash: '', replace: true })
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const pasted = textOf(new FormData(event.currentTarget), 'link')
    follow.mutate(readLink(pasted, token), { onSuccess: forgetToken })
  }
  if (follow.isSuccess)
    return <LinkDone title={t(`links.${purpose}.doneTitle`)} text={t(`links.${purpose}.done`)} />
  if (isStatus(follow.error, 400, 422))
    return (
      <BadLink
        help={t(`links.${purpose}.help`)}
        mayAskAgain={purpose === 'verify' || purpose === 'confirm-password'}
      />
    )
  return (
    <AuthFrame title={t(`links.${purpose}.title`)}>
      <p className="text-soft">{t(`links.${purpose}.text`)}</p>
      <form onSubmit={submit} className="flex flex-col gap-4">
        {token === undefined && <LinkField />}
        {follow.isError && <ErrorNotice error={follow.error} />}
        <Button type="submit" look="primary" className="h-9" disabled={follow.isPending}>
          {t(`links.${purpose}.action`)}
        </Button>
      </form>
    </AuthFrame>
  )
}

export const VerifyPage = () => <MailedLinkPage purpose="verify" />
export const ConfirmPasswordPage = () => <MailedLinkPage purpose="confirm-password" />
export const ConfirmEmailPage = () => <MailedLinkPage purpose="confirm-email" />
export const UndoEmailPage = () => <MailedLinkPage purpose="undo-email" />
export const UndoDeletionPage = () => <MailedLinkPage purpose="undo-deletion" />
