import { Link } from '@tanstack/react-router'
import { Pause, Play } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Heard, useEventTail } from '../../features/developers/event-tail.ts'
import { base_url } from '../../lib/api.ts'
import { percent, precise } from '../../lib/format.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Check } from '../../ui/check.tsx'
import { Code } from '../../ui/code.tsx'
import { Empty } from '../../ui/empty.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { Title } from '../../ui/title.tsx'

export function EventsPage() {
  const { t } = useTranslation()
  const { events, held, isPaused, pause, resume, clear } = useEventTail()
  const [hidesProgress, setHidesProgress] = useState(false)
  const shown = hidesProgress ? events.filter(({ type }) => type !== 'task.progress') : events
  const listen = `curl -N -H "X-API-Key: $CLIPWRIGHT_API_KEY" ${base_url}/api/v1/events`
  return (
    <div className="flex flex-col gap-4">
      <Title>{t('developers.nav.events')}</Title>
      <PageHead text={t('developers.events.text')}>
        <div className="flex flex-wrap items-center gap-3">
          <Check
            label={t('developers.events.noProgress')}
            checked={hidesProgress}
            onChange={({ target }) => setHidesProgress(target.checked)}
          />
          <Button disabled={events.length === 0} onClick={clear}>
            {t('developers.events.clear')}
          </Button>
          <Button onClick={isPaused ? resume : pause}>
            {isPaused ? <Play size={16} aria-hidden /> : <Pause size={16} aria-hidden />}
            {t(isPaused ? 'developers.events.resume' : 'developers.events.pause')}
          </Button>
        </div>
      </PageHead>
      <p role="status" className="text-xs text-faint empty:hidden">
        {isPaused && held > 0 && t('developers.events.waiting', { count: held })}
      </p>
      {shown.length === 0 ? (
        <Empty title={t('developers.events.empty')} hint={t('developers.events.emptyHint')}>
          <Link to="/create" className={buttonClass('primary')}>
            {t('developers.events.make')}
          </Link>
        </Empty>
      ) : (
        <ol aria-label={t('developers.nav.events')} className="flex flex-col">
          {shown.map((event) => (
            <Row key={event.id} event={event} />
          ))}
        </ol>
      )}
      <Code label={t('developers.events.listen')} versions={{ curl: listen }} />
    </div>
  )
}

function Row({ event }: { event: Heard }) {
  const { t } = useTranslation()
  const { task } = event
  const about = [
    task.model,
    task.attempt > 1 && t('developers.events.attempt', { count: task.attempt }),
    event.type === 'task.progress' && task.progress !== null && percent(task.progress),
    task.error?.code,
  ].filter((part) => typeof part === 'string')
  return (
    <li className="border-t border-line">
      <details>
        <summary className="tabular grid min-h-9 cursor-pointer list-none grid-cols-[6rem_minmax(0,1fr)] items-center gap-x-4 py-1.5 text-xs hover:bg-surface pointer-coarse:min-h-11 sm:grid-cols-[4rem_7rem_9rem_minmax(0,1fr)_minmax(0,1fr)]">
          <span className="text-faint max-sm:hidden">{event.id}</span>
          <time dateTime={event.at} className="text-faint">
            {precise(event.at)}
          </time>
          <code className="font-mono text-text">{event.type}</code>
          <span className="text-soft max-sm:col-start-2">{about.join(' · ')}</span>
          <code className="truncate font-mono text-faint max-sm:hidden">{task.task_id}</code>
        </summary>
        <div className="pb-4">
          <Code label="JSON" versions={{ JSON: JSON.stringify(task, null, 2) }} />
        </div>
      </details>
    </li>
  )
}
