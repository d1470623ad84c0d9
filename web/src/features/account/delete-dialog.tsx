import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { User } from '../../lib/api.ts'
import { textOf } from '../../lib/form.ts'
import { credits, date } from '../../lib/format.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { FormEnd } from '../../ui/form-end.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'
import { useDeleteAccount } from './account.ts'
import { CodeField, isWrongCode, isWrongPassword, PasswordField } from './password-field.tsx'

const undoable_ms = 14 * 86_400_000

/** Says what is lost and until when it can be undone; wants the address typed and the password. */
export function DeleteDialog({
  me,
  videos,
  onDeleted,
  onClose,
}: {
  me: User
  videos: number
  onDeleted: (deletion_at: string) => void
  onClose: () => void
}) {
  const { t } = useTranslation()
  const remove = useDeleteAccount()
  const [typed, setTyped] = useState('')
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const order = { password: textOf(form, 'password'), code: textOf(form, 'code') }
    remove.mutate(order, { onSuccess: ({ deletion_at }) => onDeleted(deletion_at) })
  }
  const { error } = remove
  const lost = [
    videos > 0 && t('account.data.loseVideos', { count: videos }),
    me.balance > 0 && t('account.data.loseCredits', { amount: credits(me.balance) }),
    t('account.data.loseKeys'),
    t('account.data.loseAddress'),
  ].filter((line) => line !== false)
  return (
    <Dialog title={t('account.data.deleteAction')} isOpen onClose={onClose}>
      <form onSubmit={submit} className="flex flex-col gap-4">
        <div className="text-sm text-soft">
          <p>{t('account.data.loseTitle', { date: date(new Date(Date.now() + undoable_ms)) })}</p>
          <ul className="list-disc py-2 pl-5">
            {lost.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
          <p>{t('account.data.undo', { email: me.email })}</p>
        </div>
        <Field
          label={t('account.data.confirmWord', { email: me.email })}
          name="confirm"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          required
          autoFocus
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <PasswordField error={error} />
        {me.mfa_enabled && (
          <CodeField label={t('account.secondFactorCode')} hint={t('account.codeHint')} error={error} />
        )}
        {error !== null && !isWrongPassword(error) && !isWrongCode(error) && <ErrorNotice error={error} />}
        <FormEnd
          action={t('account.data.deleteForGood')}
          isDanger
          isBusy={remove.isPending}
          isReady={typed.trim().toLowerCase() === me.email.toLowerCase()}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  )
}
