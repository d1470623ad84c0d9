import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'

/** The end of a form in a dialog: leave it, or do it. */
export function FormEnd({
  action,
  isBusy,
  isDanger = false,
  isReady = true,
  onCancel,
}: {
  action: string
  isBusy: boolean
  isDanger?: boolean
  isReady?: boolean
  onCancel: () => void
}) {
  const { t } = useTranslation()
  return (
    <div className="flex justify-end gap-2 pt-1">
      <Button look="quiet" onClick={onCancel}>
        {t('cancel')}
      </Button>
      <Button
        type="submit"
        look={isDanger ? 'danger' : 'primary'}
        className={isDanger ? 'border border-line' : ''}
        disabled={isBusy || !isReady}
      >
        {action}
      </Button>
    </div>
  )
}
