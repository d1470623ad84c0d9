import { useInfiniteQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dateTime, relative } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { Code } from '../../ui/code.tsx'
import { Lines } from '../../ui/lines.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'
import { Segments } from '../../ui/segments.tsx'
import { say } from '../../ui/toast.tsx'
import { deliveriesQuery, type Delivery, type DeliveryStatus, useRedeliver } from './webhooks.ts'

const filters = ['all', 'waiting', 'delivered', 'failed'] as const

/** What was sent to an endpoint, what it answered, and what is next. */
export function Deliveries({ webhook_id }: { webhook_id: string }) {
  const { t } = useTranslation()
  const [filter, setFilter] = useState<(typeof filters)[number]>('all')
  const log = useInfiniteQuery(deliveriesQuery(webhook_id, filter === 'all' ? undefined : filter))
  const rows = log.data?.pages.flatMap(({ items }) => items) ?? []
  return (
    <section className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-base font-medium">{t('developers.webhooks.log')}</h2>
        <Segments
          label={t('developers.webhooks.log')}
          value={filter}
          options={filters.map((value) => ({ value, label: t(`developers.webhooks.filter.${value}`) }))}
          onChange={setFilter}
        />
      </div>
      {log.isPending && <Lines count={4} height="h-10" />}
      {log.isError && <ErrorNotice error={log.error} onRetry={() => void log.refetch()} />}
      {log.isSuccess && rows.length === 0 && (
        <p className="py-6 text-sm text-soft">{t('developers.webhooks.logEmpty')}</p>
      )}
      <ul>
        {rows.map((delivery) => (
          <Row key={delivery.delivery_id} webhook_id={webhook_id} delivery={delivery} />
        ))}
      </ul>
      {log.hasNextPage && (
        <Button
          className="self-center"
          disabled={log.isFetchingNextPage}
          onClick={() => void log.fetchNextPage()}
        >
          {t('developers.webhooks.more')}
        </Button>
      )}
    </section>
  )
}

const colours: Record<DeliveryStatus, string> = {
  waiting: 'text-info',
  delivered: 'text-good',
  failed: 'text-bad',
}

function Row({ webhook_id, delivery }: { webhook_id: string; delivery: Delivery }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const { status, type, attempts, next_attempt_at, created_at } = delivery
  return (
    <li className="border-t border-line">
      <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary className="grid min-h-10 cursor-pointer list-none grid-cols-[1rem_minmax(0,1fr)] items-center gap-x-3 gap-y-0.5 py-2 text-sm hover:bg-surface pointer-coarse:min-h-11 sm:grid-cols-[1rem_7rem_9rem_minmax(0,1fr)_auto]">
          <ChevronRight
            size={16}
            aria-hidden
            className={`text-faint transition-transform duration-150 ${isOpen ? 'rotate-90' : ''}`}
          />
          <span className={colours[status]}>{t(`developers.webhooks.filter.${status}`)}</span>
          <code className="font-mono text-xs max-sm:col-start-2">{type}</code>
          <span className="text-xs text-faint max-sm:col-start-2">
            {t('developers.webhooks.tries', { count: attempts })}
            {next_attempt_at !== null &&
              ` · ${t('developers.webhooks.nextTry', { when: relative(next_attempt_at) })}`}
          </span>
          <time dateTime={created_at} className="tabular text-xs text-faint max-sm:col-start-2">
            {dateTime(created_at)}
          </time>
        </summary>
        {isOpen && <Detail webhook_id={webhook_id} delivery={delivery} />}
      </details>
    </li>
  )
}

function Detail({ webhook_id, delivery }: { webhook_id: string; delivery: Delivery }) {
  const { t } = useTranslation()
  const redeliver = useRedeliver(webhook_id)
  const { delivery_id, request_body, response_status, response_body, duration_ms, error, attempts } = delivery
  const answered = [
    response_status !== null && `HTTP ${response_status}`,
    duration_ms !== null && `${duration_ms} ms`,
    error !== null && t(`developers.webhooks.error.${error}`),
  ].filter((part) => part !== false)
  return (
    <div className="flex flex-col gap-4 pb-5 sm:pl-7">
      <Code
        label={t('developers.webhooks.request')}
        versions={{
          [t('developers.webhooks.request')]: `webhook-id: ${delivery_id}\n\n${pretty(request_body)}`,
        }}
      />
      <div className="flex flex-col gap-1">
        <span className="text-xs text-faint">{t('developers.webhooks.answer')}</span>
        <p className="tabular text-sm">
          {attempts === 0
            ? t('developers.webhooks.noTry')
            : answered.length > 0
              ? answered.join(' · ')
              : t('developers.webhooks.noAnswer')}
        </p>
        {response_body !== null && response_body !== '' && (
          <pre className="overflow-x-auto rounded-control bg-surface p-4 font-mono text-xs leading-5 whitespace-pre-wrap">
            {response_body}
          </pre>
        )}
      </div>
      {redeliver.isError && <ErrorNotice error={redeliver.error} />}
      {delivery.type !== 'ping' && (
        <Button
          className="self-start"
          disabled={redeliver.isPending}
          onClick={() =>
            redeliver.mutate(delivery_id, { onSuccess: () => say(t('developers.webhooks.redelivered')) })
          }
        >
          {t('developers.webhooks.redeliver')}
        </Button>
      )}
    </div>
  )
}

function pretty(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}
