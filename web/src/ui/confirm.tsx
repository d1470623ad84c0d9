import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { ErrorNotice } from './notice.tsx'

/** Asks before something that cannot be taken back; `action` is the verb on the button that does it. */
export function Confirm({
  title,
  action,
  isOpen,
  isBusy = false,
  error = null,
  onConfirm,
  onClose,
  children,
}: {
  title: string
  action: string
  isOpen: boolean
  isBusy?: boolean
  error?: unknown
  onConfirm: () => void
  onClose: () => void
  children?: ReactNode
}) {
  const { t } = useTranslation()
  return (
    <Dialog title={title} isOpen={isOpen} onClose={onClose}>
      <div className="flex flex-col gap-5">
        {children !== undefined && <div className="text-sm text-soft">{children}</div>}
        {error !== null && <ErrorNotice error={error} />}
        <div className="flex justify-end gap-2">
          <Button look="quiet" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button look="danger" className="border border-line" disabled={isBusy} onClick={onConfirm}>
            {action}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
