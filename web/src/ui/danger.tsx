import { type FormEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { textOf } from '../lib/form.ts'
import { Dialog } from './dialog.tsx'
import { Field } from './field.tsx'
import { FormEnd } from './form-end.tsx'
import { ErrorNotice } from './notice.tsx'

/**
 * Asks before something that hits somebody: says whom and what it means, and wants the name of what it hits or the reason, or
 * both, to be written. Closes itself once it is done.
 */
export function Danger({
  title,
  action,
  name,
  reason,
  isBusy,
  error,
  onConfirm,
  onClose,
  children,
}: {
  title: string
  action: string
  /** Has to be typed as it stands here. */
  name?: string | undefined
  /** What the reason is for, if one is wanted; who reads it. */
  reason?: string
  isBusy: boolean
  error: unknown
  onConfirm: (reason: string) => void
  onClose: () => void
  children?: ReactNode
}) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    onConfirm(textOf(new FormData(event.currentTarget), 'reason').trim())
  }
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <form onSubmit={submit} className="flex flex-col gap-4">
        <div className="text-sm text-soft">{children}</div>
        {reason !== undefined && (
          <Field
            label={t('danger.reason')}
            name="reason"
            hint={reason}
            minLength={3}
            maxLength={500}
            required
          />
        )}
        {name !== undefined && (
          <Field
            label={t('danger.type', { name })}
            autoComplete="off"
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
        )}
        {error !== null && <ErrorNotice error={error} />}
        <FormEnd
          action={action}
          isDanger
          isBusy={isBusy}
          isReady={name === undefined || typed.trim() === name}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  )
}
