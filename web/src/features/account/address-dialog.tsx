import type { FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldErrors } from '../../lib/api.ts'
import { textOf } from '../../lib/form.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { FormEnd } from '../../ui/form-end.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'
import { say } from '../../ui/toast.tsx'
import { useChangeAddress } from './account.ts'
import { isWrongPassword, PasswordField } from './password-field.tsx'

export function AddressDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const change = useChangeAddress()
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const new_email = textOf(form, 'new_email').trim()
    change.mutate(
      { new_email, password: textOf(form, 'password') },
      {
        onSuccess: () => {
          say(t('account.security.addressSent', { email: new_email }))
          onClose()
        },
      },
    )
  }
  const { new_email } = fieldErrors(change.error)
  return (
    <Dialog title={t('account.security.changeAddress')} isOpen onClose={onClose}>
      <form onSubmit={submit} className="flex flex-col gap-4">
        <Field
          label={t('account.security.newAddress')}
          name="new_email"
          type="email"
          autoComplete="email"
          maxLength={254}
          required
          autoFocus
          error={new_email}
        />
        <PasswordField error={change.error} />
        {change.isError && !isWrongPassword(change.error) && new_email === undefined && (
          <ErrorNotice error={change.error} />
        )}
        <FormEnd action={t('account.security.askChange')} isBusy={change.isPending} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
