import { useTranslation } from 'react-i18next'
import type { Inventory } from '../../../lib/inventory.ts'

/** Where models and engines come from, if they can't be changed here, and why the newest version does not count, if so. */
export function Source({ inventory: { source, problems } }: { inventory: Inventory }) {
  const { t } = useTranslation()
  return (
    <>
      {source === 'file' && <p className="max-w-160 text-sm text-soft">{t('admin.inventory.inFile')}</p>}
      {problems.length > 0 && (
        <div role="alert" className="border-l-2 border-bad pl-3 text-sm">
          <p>{t('admin.inventory.refused')}</p>
          {problems.map(({ msg }) => (
            <p key={msg} className="text-soft">
              {msg}
            </p>
          ))}
        </div>
      )}
    </>
  )
}
