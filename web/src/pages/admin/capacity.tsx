import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type Capacity, capacityQuery } from '../../features/admin/figures.ts'
import { Head, Part } from '../../features/admin/head.tsx'
import { UseMap } from '../../features/admin/use-map.tsx'
import { duration, number } from '../../lib/format.ts'
import { Lines } from '../../ui/lines.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'
import { Table } from '../../ui/table.tsx'

export function CapacityPage() {
  const { t } = useTranslation()
  const capacity = useQuery(capacityQuery)
  return (
    <div className="flex flex-col gap-8">
      <Head title={t('admin.nav.capacity')} text={t('admin.figures.capacityText')} />
      {capacity.isPending && <Lines count={4} height="h-24" />}
      {capacity.isError && <ErrorNotice error={capacity.error} onRetry={() => void capacity.refetch()} />}
      {capacity.data && (
        <>
          <Part title={t('admin.nav.models')}>
            {capacity.data.models.length === 0 ? (
              <p className="text-sm text-soft">{t('admin.figures.noModels')}</p>
            ) : (
              <>
                <Models models={capacity.data.models} />
                {capacity.data.models.map((model) => (
                  <OneMore key={model.model} model={model} />
                ))}
              </>
            )}
          </Part>
          {capacity.data.engines.map(({ engine, use }) => (
            <Part key={engine} title={t('admin.figures.useOf', { engine })}>
              <UseMap first_hour={capacity.data.first_hour} use={use} />
            </Part>
          ))}
        </>
      )}
    </div>
  )
}

type ModelCapacity = Capacity['models'][number]

/** Small rates with a tenth: rounded to nothing they would look like none. */
const rate = (value: number): string => number(value < 10 ? Math.round(value * 10) / 10 : Math.round(value))

const secondsOrNone = (seconds: number | null): string => (seconds === null ? '–' : shortWait(seconds))

/** Waits of less than a second are told so: rounded to one they would look like a wait. */
const shortWait = (seconds: number): string => (seconds < 1 ? `< ${duration(1)}` : duration(seconds))

function Models({ models }: { models: readonly ModelCapacity[] }) {
  const { t } = useTranslation()
  return (
    <Table
      label={t('admin.nav.models')}
      rows={models}
      keyOf={({ model }) => model}
      columns={[
        { head: t('admin.model'), isWide: true, cell: ({ model }) => model },
        {
          head: t('admin.figures.madeDay'),
          isNumber: true,
          cell: ({ video_s_per_hour: made }) => rate(made.last_24_h),
        },
        {
          head: t('admin.figures.madeWeek'),
          isNumber: true,
          cell: ({ video_s_per_hour: made }) => rate(made.last_7_days),
        },
        { head: t('admin.figures.p50'), isNumber: true, cell: ({ wait_p50_s: wait }) => secondsOrNone(wait) },
        { head: t('admin.figures.p95'), isNumber: true, cell: ({ wait_p95_s: wait }) => secondsOrNone(wait) },
        { head: t('admin.nav.engines'), isNumber: true, cell: ({ engines }) => number(engines) },
        { head: t('admin.queues.slots'), isNumber: true, cell: ({ slots }) => number(slots) },
      ]}
    />
  )
}

/** Waits that nobody notices, in seconds: one more engine would change nothing. */
const unnoticed_s = 1

/** What one more engine of the same kind would change, from the arrivals and times that were measured. */
function OneMore({ model: { model, with_one_more, measured } }: { model: ModelCapacity }) {
  const { t } = useTranslation()
  if (with_one_more === null || with_one_more.replayed_p95_s < unnoticed_s) return null
  return (
    <p className="tabular max-w-160 text-sm text-soft">
      {t('admin.figures.oneMore', {
        model,
        count: measured.tasks,
        tasks: number(measured.tasks),
        now: shortWait(with_one_more.replayed_p95_s),
        later: shortWait(with_one_more.wait_p95_s),
      })}
    </p>
  )
}
