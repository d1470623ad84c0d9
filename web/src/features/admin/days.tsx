import { useTranslation } from 'react-i18next'
import { Field } from '../../ui/field.tsx'

/** From which day to which a list is asked for. */
export function Days({
  from = '',
  to = '',
  onChange,
}: {
  from?: string
  to?: string
  onChange: (change: { from: string } | { to: string }) => void
}) {
  const { t } = useTranslation()
  return (
    <>
      <Field
        label={t('admin.from')}
        type="date"
        value={from}
        max={to}
        onChange={({ target }) => onChange({ from: target.value })}
      />
      <Field
        label={t('admin.to')}
        type="date"
        value={to}
        min={from}
        onChange={({ target }) => onChange({ to: target.value })}
      />
    </>
  )
}
