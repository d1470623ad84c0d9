import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { textOf } from '../../lib/form.ts'
import { toMinor } from '../../lib/money.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { FormEnd } from '../../ui/form-end.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'
import { faultsOf } from './calls.ts'

/** Asks for an amount in credits and why; each opening is one payment, however often it is sent. */
export function AmountDialog({
  title,
  action,
  amount,
  mayTake = false,
  isBusy,
  error,
  onSend,
  onClose,
  children,
}: {
  title: string
  action: string
  /** What stands there at first, in credits. */
  amount?: string
  /** Whether a negative amount makes sense. */
  mayTake?: boolean
  isBusy: boolean
  error: unknown
  /** Minor units. */
  onSend: (payment: { amount: number; reason: string; key: string }) => void
  onClose: () => void
  children?: ReactNode
}) {
  const { t } = useTranslation()
  const key = useRef(crypto.randomUUID())
  const [isWrong, setWrong] = useState(false)
  const { byField, other } = faultsOf(error, ['amount', 'reason'])
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const minor = toMinor(textOf(form, 'amount'))
    const value = Number(minor)
    const isFine = minor !== undefined && Number.isInteger(value) && value !== 0 && (mayTake || value > 0)
    setWrong(!isFine)
    if (isFine) onSend({ amount: value, reason: textOf(form, 'reason').trim(), key: key.current })
  }
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <form onSubmit={submit} className="flex flex-col gap-4">
        {children !== undefined && <div className="text-sm text-soft">{children}</div>}
        <Field
          label={t('admin.amount.label')}
          name="amount"
          inputMode="decimal"
          autoComplete="off"
          defaultValue={amount}
          required
          hint={t(mayTake ? 'admin.amount.mayTake' : 'admin.amount.credits')}
          error={isWrong ? t('admin.amount.wrong') : byField['amount']}
        />
        <Field
          label={t('danger.reason')}
          name="reason"
          minLength={3}
          maxLength={500}
          required
          hint={t('admin.amount.reason')}
          error={byField['reason']}
        />
        {other !== null && <ErrorNotice error={other} />}
        <FormEnd action={action} isBusy={isBusy} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
