import type { FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldErrors } from '../../lib/api.ts'
import { textOf } from '../../lib/form.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { FormEnd } from '../../ui/form-end.tsx'
import { NewPassword } from '../../ui/new-password.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'
import { say } from '../../ui/toast.tsx'
import { useChangePassword } from './account.ts'
import { isWrongPassword, PasswordField } from './password-field.tsx'

export function PasswordDialog({
  minLength,
  onClose,
}: {
  minLength: number | undefined
  onClose: () => void
}) {
  const { t } = useTranslation()
  const change = useChangePassword()
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const order = { old_password: textOf(form, 'old_password'), new_password: textOf(form, 'new_password') }
    change.mutate(order, {
      onSuccess: ({ status }) => {
        say(t(status === 'changed' ? 'account.security.passwordChanged' : 'account.security.passwordSent'))
        onClose()
      },
    })
  }
  const isWeak = 'new_password' in fieldErrors(change.error)
  return (
    <Dialog title={t('account.security.changePassword')} isOpen onClose={onClose}>
      <form onSubmit={submit} className="flex flex-col gap-4">
        <PasswordField name="old_password" error={change.error} autoFocus />
        <NewPassword
          label={t('auth.newPassword')}
          name="new_password"
          minLength={minLength}
          error={isWeak ? t('auth.weak') : undefined}
        />
        {change.isError && !isWeak && !isWrongPassword(change.error) && <ErrorNotice error={change.error} />}
        <FormEnd action={t('account.security.changePassword')} isBusy={change.isPending} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
