import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Check } from '../../ui/check.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormEnd } from '../../ui/form-end.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'

/** Asks whether what an engine computes may end there, or goes to other engines because this one hangs. */
export function TakeOutDialog({
  engine,
  running,
  isBusy,
  error,
  onSend,
  onClose,
}: {
  engine: string
  running: number
  isBusy: boolean
  error: unknown
  onSend: (hand_back: boolean) => void
  onClose: () => void
}) {
  const { t } = useTranslation()
  const [handsBack, setHandsBack] = useState(false)
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    onSend(handsBack)
  }
  return (
    <Dialog title={t('admin.engines.takeOutTitle', { engine })} isOpen onClose={onClose}>
      <form onSubmit={submit} className="flex flex-col gap-4">
        <p className="text-sm text-soft">{t('admin.engines.takeOutText')}</p>
        {running > 0 && (
          <Check
            label={t('admin.engines.handBack', { count: running })}
            hint={t('admin.engines.handBackHint')}
            checked={handsBack}
            onChange={({ target }) => setHandsBack(target.checked)}
          />
        )}
        {error !== null && <ErrorNotice error={error} />}
        <FormEnd action={t('admin.engines.takeOut')} isDanger isBusy={isBusy} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
