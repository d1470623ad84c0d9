import type { FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { textOf } from '../../lib/form.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormEnd } from '../../ui/form-end.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'
import { say } from '../../ui/toast.tsx'
import { useConfirmTotp, useDisableTotp, useRenewCodes, useSetUpTotp } from './account.ts'
import { CodeField, isWrongCode, isWrongPassword, PasswordField } from './password-field.tsx'
import { QrCode } from './qr-code.tsx'
import { RecoveryCodesList } from './recovery-codes.tsx'

interface Props {
  email: string
  onClose: () => void
}

/** Password, key and first code, recovery codes: the last step is left only by saying that they are stored. */
export function SetUpDialog({ email, onClose }: Props) {
  const { t } = useTranslation()
  const setUp = useSetUpTotp()
  const confirm = useConfirmTotp()
  const codes = confirm.data?.recovery_codes
  const submitPassword = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    setUp.mutate(textOf(new FormData(event.currentTarget), 'password'))
  }
  const submitCode = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    confirm.mutate(textOf(new FormData(event.currentTarget), 'code').replaceAll(/\s/g, ''))
  }
  const finish = (): void => {
    say(t('account.security.isOn'))
    onClose()
  }
  if (codes)
    return (
      <Dialog title={t('account.security.codesTitle')} isOpen onClose={() => {}}>
        <RecoveryCodesList codes={codes} email={email} onStored={finish} />
      </Dialog>
    )
  return (
    <Dialog title={t('account.security.factor')} isOpen onClose={onClose}>
      {setUp.data ? (
        <form onSubmit={submitCode} className="flex flex-col gap-4">
          <div className="flex flex-col gap-5 sm:flex-row">
            <QrCode text={setUp.data.otpauth_url} label={t('account.security.qr')} />
            <div className="flex min-w-0 flex-col gap-2">
              <p className="text-sm">{t('account.security.scan')}</p>
              <p className="text-sm text-soft">{t('account.security.manual')}</p>
              <code className="font-mono text-sm break-words">{inFours(setUp.data.secret)}</code>
              <CopyButton text={setUp.data.secret} className="-ml-3 self-start" />
            </div>
          </div>
          <p className="text-sm text-soft">{t('account.security.enterCode')}</p>
          <CodeField label={t('account.security.code')} error={confirm.error} />
          {confirm.isError && !isWrongCode(confirm.error) && <ErrorNotice error={confirm.error} />}
          <FormEnd action={t('account.security.turnOn')} isBusy={confirm.isPending} onCancel={onClose} />
        </form>
      ) : (
        <form onSubmit={submitPassword} className="flex flex-col gap-4">
          <p className="text-sm text-soft">{t('account.security.stepPassword')}</p>
          <PasswordField error={setUp.error} autoFocus />
          {setUp.isError && !isWrongPassword(setUp.error) && <ErrorNotice error={setUp.error} />}
          <FormEnd action={t('account.security.next')} isBusy={setUp.isPending} onCancel={onClose} />
        </form>
      )}
    </Dialog>
  )
}

const inFours = (text: string): string => text.match(/.{1,4}/g)!.join(' ')

export function TurnOffDialog({ onClose }: Pick<Props, 'onClose'>) {
  const { t } = useTranslation()
  const disable = useDisableTotp()
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    disable.mutate(
      { password: textOf(form, 'password'), code: textOf(form, 'code') },
      {
        onSuccess: () => {
          say(t('account.security.isOff'))
          onClose()
        },
      },
    )
  }
  return (
    <Dialog title={t('account.security.turnOff')} isOpen onClose={onClose}>
      <form onSubmit={submit} className="flex flex-col gap-4">
        <p className="text-sm text-soft">{t('account.security.turnOffText')}</p>
        <PasswordField error={disable.error} autoFocus />
        <CodeField label={t('account.secondFactorCode')} hint={t('account.codeHint')} error={disable.error} />
        <OtherError error={disable.error} />
        <FormEnd
          action={t('account.security.turnOff')}
          isDanger
          isBusy={disable.isPending}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  )
}

export function RenewDialog({ email, onClose }: Props) {
  const { t } = useTranslation()
  const renew = useRenewCodes()
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    renew.mutate({ password: textOf(form, 'password'), code: textOf(form, 'code').replaceAll(/\s/g, '') })
  }
  if (renew.data)
    return (
      <Dialog title={t('account.security.codesTitle')} isOpen onClose={() => {}}>
        <RecoveryCodesList codes={renew.data.recovery_codes} email={email} onStored={onClose} />
      </Dialog>
    )
  return (
    <Dialog title={t('account.security.renew')} isOpen onClose={onClose}>
      <form onSubmit={submit} className="flex flex-col gap-4">
        <p className="text-sm text-soft">{t('account.security.renewText')}</p>
        <PasswordField error={renew.error} autoFocus />
        <CodeField label={t('account.security.code')} error={renew.error} />
        <OtherError error={renew.error} />
        <FormEnd action={t('account.security.renew')} isBusy={renew.isPending} onCancel={onClose} />
      </form>
    </Dialog>
  )
}

/** What is not said at a field. */
function OtherError({ error }: { error: unknown }) {
  if (error === null || isWrongPassword(error) || isWrongCode(error)) return null
  return <ErrorNotice error={error} />
}
