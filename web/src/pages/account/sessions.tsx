import { useQuery } from '@tanstack/react-query'
import { Monitor, Smartphone, Terminal } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  type Session,
  sessionsQuery,
  useEndOtherSessions,
  useEndSession,
} from '../../features/account/account.ts'
import { date, relative } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { Lines } from '../../ui/lines.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'
import { Title } from '../../ui/title.tsx'
import { say } from '../../ui/toast.tsx'

export function SessionsPage() {
  const { t } = useTranslation()
  const sessions = useQuery(sessionsQuery)
  const others = useEndOtherSessions()
  const [isAsking, setAsking] = useState(false)
  const items = (sessions.data?.items ?? []).toSorted(
    (a, b) => Number(b.current) - Number(a.current) || b.last_seen_at.localeCompare(a.last_seen_at),
  )
  const endOthers = (): void =>
    others.mutate(undefined, {
      onSuccess: ({ revoked }) => {
        say(t('account.sessions.done', { count: revoked }))
        setAsking(false)
      },
    })
  return (
    <div className="flex flex-col gap-4 pt-4">
      <Title>{t('account.nav.sessions')}</Title>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="text-sm text-soft">{t('account.sessions.text')}</p>
        {items.length > 1 && (
          <Button onClick={() => setAsking(true)}>{t('account.sessions.signOutOthers')}</Button>
        )}
      </div>
      {sessions.isPending && <Lines count={3} height="h-16" />}
      {sessions.isError && <ErrorNotice error={sessions.error} onRetry={() => void sessions.refetch()} />}
      <ul className="flex flex-col">
        {items.map((session) => (
          <Device key={session.session_id} session={session} />
        ))}
      </ul>
      {items.length === 1 && <p className="text-sm text-faint">{t('account.sessions.only')}</p>}
      <Confirm
        title={t('account.sessions.othersTitle')}
        action={t('account.sessions.signOutOthers')}
        isOpen={isAsking}
        isBusy={others.isPending}
        error={others.error}
        onConfirm={endOthers}
        onClose={() => setAsking(false)}
      >
        {t('account.sessions.othersText')}
      </Confirm>
    </div>
  )
}

function Device({ session }: { session: Session }) {
  const { t } = useTranslation()
  const end = useEndSession()
  const name = useDeviceName(session.device)
  const Icon = iconOf(session.device)
  const isActive = session.current || Date.now() - Date.parse(session.last_seen_at) < 120_000
  const about = [
    session.ip,
    t('account.sessions.since', { date: date(session.created_at) }),
    session.mfa ? t('account.sessions.withFactor') : undefined,
  ].filter(Boolean)
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line py-3">
      <Icon size={20} strokeWidth={1.5} aria-hidden className="shrink-0 text-faint" />
      <div className="min-w-0 flex-1 basis-60">
        <p className="flex flex-wrap items-baseline gap-x-3">
          {name}
          <span className="text-xs text-faint">
            {isActive
              ? t('account.sessions.now')
              : t('account.sessions.seen', { ago: relative(session.last_seen_at) })}
          </span>
        </p>
        <p className="text-xs text-faint">{about.join(' · ')}</p>
        {end.isError && <ErrorNotice error={end.error} />}
      </div>
      {session.current ? (
        <span className="text-sm text-soft">{t('account.sessions.this')}</span>
      ) : (
        <Button
          disabled={end.isPending}
          aria-label={`${t('account.sessions.signOut')}: ${name}`}
          onClick={() =>
            end.mutate(session.session_id, {
              onSuccess: () => say(t('account.sessions.doneOne', { device: name })),
            })
          }
        >
          {t('account.sessions.signOut')}
        </Button>
      )}
    </li>
  )
}

/** The server's label, which is English, in the person's language. */
function useDeviceName(device: string): string {
  const { t } = useTranslation()
  if (device === 'Unknown device') return t('account.sessions.unknown')
  const [program, system] = device.split(' on ')
  return program !== undefined && system !== undefined
    ? t('account.sessions.on', { program, system })
    : device
}

function iconOf(device: string) {
  if (/iOS|Android/.test(device)) return Smartphone
  return /CLI|curl|Python|Node/.test(device) ? Terminal : Monitor
}
