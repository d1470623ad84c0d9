import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Download } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Days } from '../../features/admin/days.tsx'
import { Head } from '../../features/admin/head.tsx'
import {
  type LedgerFilter,
  ledgerExportUrl,
  ledgerQuery,
  movementKinds,
  useReconcile,
} from '../../features/admin/money.ts'
import { MovementList } from '../../features/admin/movement-list.tsx'
import { OneUser } from '../../features/admin/one-user.tsx'
import { dayOf } from '../../lib/days.ts'
import { knownOf, withoutEmpty } from '../../lib/filter.ts'
import { dateTime } from '../../lib/format.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Choice } from '../../ui/choice.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'
import { State } from '../../ui/state.tsx'

export function LedgerPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { type, user_id, from, to, page, cursor } = useSearch({ from: '/signed-in/admin/ledger' })
  const filter: LedgerFilter = withoutEmpty({
    type: knownOf(movementKinds, type),
    user_id,
    from: dayOf(from),
    to: dayOf(to),
    page,
    cursor,
  })
  const ledger = useQuery(ledgerQuery(filter))
  const set = (change: { [K in keyof LedgerFilter]: LedgerFilter[K] | undefined }): void =>
    void navigate({
      to: '/admin/ledger',
      search: withoutEmpty({ ...filter, page: undefined, cursor: undefined, ...change }),
      replace: true,
      resetScroll: false,
    })
  return (
    <div className="flex flex-col gap-4">
      <Head title={t('admin.nav.ledger')} text={t('admin.ledger.text')}>
        <a href={ledgerExportUrl(filter)} download className={buttonClass('plain')}>
          <Download size={16} aria-hidden />
          {t('admin.ledger.export')}
        </a>
      </Head>
      <Reconciliation />
      <div className="flex flex-wrap items-end gap-3">
        <Choice
          label={t('admin.ledger.kind')}
          value={filter.type ?? ''}
          options={[
            { value: '', label: t('admin.any') },
            ...movementKinds.map((value) => ({ value, label: t(`admin.ledger.kinds.${value}`) })),
          ]}
          onChange={(value) => set({ type: value === '' ? undefined : value })}
        />
        <Days {...filter} onChange={set} />
        {user_id !== undefined && <OneUser user_id={user_id} onClear={() => set({ user_id: undefined })} />}
      </div>
      <MovementList query={ledger} isOfOne={user_id !== undefined} onPage={set} />
    </div>
  )
}

/** Whether the books add up: asked for by a click, since it reads all of them. */
function Reconciliation() {
  const { t } = useTranslation()
  const { mutate, data, isPending, error } = useReconcile()
  const wrong = Object.entries(data?.checks ?? {}).filter(([, count]) => count > 0)
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-y border-line py-3 text-sm">
      <span className="min-w-0 flex-1" aria-live="polite">
        {data === undefined ? (
          <span className="text-soft">{t('admin.ledger.reconcileText')}</span>
        ) : (
          <State tone={data.is_clean ? 'good' : 'bad'}>
            {data.is_clean
              ? t('admin.ledger.clean', { when: dateTime(data.checked_at) })
              : t('admin.ledger.wrong', {
                  checks: wrong.map(([name, count]) => `${name}: ${count}`).join(', '),
                })}
          </State>
        )}
      </span>
      <Button disabled={isPending} onClick={() => mutate()}>
        {t('admin.ledger.reconcile')}
      </Button>
      {error !== null && <ErrorNotice error={error} />}
    </div>
  )
}
