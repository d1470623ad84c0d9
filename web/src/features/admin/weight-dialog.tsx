import type { FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { textOf } from '../../lib/form.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { FormEnd } from '../../ui/form-end.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'

/** Asks for a user's share of the queue: 1 is the usual one. */
export function WeightDialog({
  weight,
  isBusy,
  error,
  onSend,
  onClose,
}: {
  weight: number
  isBusy: boolean
  error: unknown
  onSend: (weight: number) => void
  onClose: () => void
}) {
  const { t } = useTranslation()
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    onSend(Number(textOf(new FormData(event.currentTarget), 'weight')))
  }
  return (
    <Dialog title={t('admin.user.setWeight')} isOpen onClose={onClose}>
      <form onSubmit={submit} className="flex flex-col gap-4">
        <Field
          label={t('admin.user.weight')}
          name="weight"
          type="number"
          min="0.01"
          max="100"
          step="any"
          defaultValue={weight}
          required
          hint={t('admin.user.weightHint')}
        />
        {error !== null && <ErrorNotice error={error} />}
        <FormEnd action={t('admin.user.setWeight')} isBusy={isBusy} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
