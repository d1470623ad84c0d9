import { useTranslation } from 'react-i18next'
import type { Entry, Probe, Proposal } from '../../lib/inventory.ts'
import { useTold } from '../../lib/told.ts'
import { Problems } from '../../ui/problem.tsx'

/** What stands at an address, in words: the server, what it could make, what is a guess, and what is in the way. */
export function Found({ found, proposal }: { found: Probe; proposal: Proposal | null }) {
  const { t } = useTranslation()
  const models = Object.entries(proposal?.models ?? {})
  const tell = useTold()
  const server = found.found[0]?.message
  const canEnhance = Object.keys(proposal?.engine['models'] ?? {}).includes('enhance')
  return (
    <div className="flex flex-col gap-3 text-sm">
      {server !== undefined && <p className="font-medium">{t('admin.setup.found.server', { server })}</p>}
      {models.length > 0 && (
        <div className="flex flex-col gap-1">
          <h3 className="text-xs text-faint">{t('admin.setup.found.models')}</h3>
          <ul className="flex flex-col gap-2">
            {models.map(([name, entry]) => (
              <Model key={name} name={name} entry={entry} />
            ))}
          </ul>
        </div>
      )}
      {canEnhance && <p className="text-soft">{t('admin.setup.found.enhance')}</p>}
      {found.to_check.length > 0 && (
        <div className="flex flex-col gap-1">
          <h3 className="text-xs text-faint">{t('admin.setup.found.toCheck')}</h3>
          <ul className="flex flex-col gap-1">
            {found.to_check.map((line) => (
              <li key={line.message} className="text-soft">
                {tell(line).message}
              </li>
            ))}
          </ul>
        </div>
      )}
      {found.kind !== null && !proposal && <p>{t('admin.setup.found.nothing')}</p>}
      {found.problems.length > 0 && proposal && (
        <details>
          <summary className="text-soft">
            {t('admin.setup.found.more', { count: found.problems.length })}
          </summary>
          <div className="flex flex-col gap-3 pt-3">
            <Problems problems={found.problems} />
          </div>
        </details>
      )}
      {!proposal && <Problems problems={found.problems} />}
    </div>
  )
}

function Model({ name, entry: { title, sizes } }: { name: string; entry: Entry }) {
  const all = Object.entries((sizes ?? {}) as Record<string, Record<string, string>>).map(
    ([resolution, shapes]) => `${resolution} (${Object.keys(shapes).join(', ')})`,
  )
  return (
    <li>
      <p className="break-words">{typeof title === 'string' ? title : name}</p>
      <p className="tabular text-xs break-words text-faint">{[name, ...all].join(' · ')}</p>
    </li>
  )
}
