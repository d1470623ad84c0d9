import { useTranslation } from 'react-i18next'

/** Stands where videos will be, in their size, so that nothing moves when they come. */
export function Shapes({ count = 6 }: { count?: number }) {
  const { t } = useTranslation()
  return (
    <div
      role="status"
      aria-label={t('loading')}
      className="grid grid-cols-1 gap-6 sm:grid-cols-2 2xl:grid-cols-3"
    >
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className="aspect-video rounded-media bg-surface" />
      ))}
    </div>
  )
}
