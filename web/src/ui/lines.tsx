import { useTranslation } from 'react-i18next'

/** Stands where rows of text will be, so that nothing moves when they come. */
export function Lines({ count = 3, height = 'h-14' }: { count?: number; height?: string }) {
  const { t } = useTranslation()
  return (
    <div role="status" aria-label={t('loading')} className="flex w-full flex-col gap-px">
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className={`rounded-control bg-surface ${height} mb-1 last:mb-0`} />
      ))}
    </div>
  )
}
