import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, Outlet, useNavigate, useRouter, useRouterState } from '@tanstack/react-router'
import { Loader, Search, WifiOff } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { configQuery, meQuery, useMe } from '../../features/session/session.ts'
import { inWorkQuery } from '../../features/video/running.ts'
import { readLivePicture } from '../../features/video/live.ts'
import { applyEvent } from '../../features/video/videos.ts'
import { listenToEvents, type StreamState } from '../../lib/events.ts'
import { credits } from '../../lib/format.ts'
import { isWriting } from '../../lib/keys.ts'
import { NotFoundPage } from '../../pages/not-found.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'
import { SiteName, TitlePrefix } from '../../ui/title.tsx'
import { readAfterGap } from '../read-after-gap.ts'
import { AccountButton } from './account-button.tsx'
import { notify } from './notifications.ts'
import { Rail } from './rail.tsx'
import { drawTabIcon } from './tab-icon.ts'

const CommandPalette = lazy(async () => ({
  default: (await import('./command-palette.tsx')).CommandPalette,
}))
const KeysHelp = lazy(async () => ({ default: (await import('./keys-help.tsx')).KeysHelp }))

/** Everything around the pages: the rail or bar, the balance, the menu, and the line that says that the connection is lost. */
export function Shell() {
  const { data: config } = useQuery(configQuery)
  return (
    <SiteName value={config?.site_name ?? 'Clipwright'}>
      {useHasShell() ? <SignedInShell /> : <Outlet />}
    </SiteName>
  )
}

/** Whether the page has the rail around it: not for whoever is nobody, and not where one signs in or sets up. */
function useHasShell(): boolean {
  const me = useMe()
  const isApart = useRouterState({
    select: ({ location: { pathname } }) => pathname.startsWith('/auth/') || pathname === '/setup',
  })
  return Boolean(me) && !isApart
}

export function NotFound() {
  return <NotFoundPage isAlone={!useHasShell()} />
}

function SignedInShell() {
  const { t } = useTranslation()
  const { stream, hasNews } = useEvents()
  const { data: inWork = 0 } = useQuery(inWorkQuery)
  const [window, setWindow] = useState<'commands' | 'keys'>()
  useGlobalKeys(setWindow)
  useNextPages()
  useEffect(() => drawTabIcon(hasNews ? 'done' : inWork > 0 ? 'running' : 'calm'), [hasNews, inWork])
  return (
    <TitlePrefix value={inWork > 0 ? `(${inWork}) ` : ''}>
      <div className="flex min-h-dvh flex-col md:flex-row">
        <a
          href="#main"
          className="sr-only z-50 rounded-control bg-raised px-3 py-2 focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
        >
          {t('skip')}
        </a>
        <Rail />
        <div className="flex min-w-0 flex-1 flex-col">
          <div role="status">
            {stream === 'broken' && (
              <p className="flex items-center justify-center gap-2 border-b border-accent bg-surface px-4 py-1 text-xs text-soft">
                <WifiOff size={16} aria-hidden />
                {t('offline')}
              </p>
            )}
          </div>
          <header className="flex h-12 items-center justify-end gap-1 px-4">
            <button
              type="button"
              onClick={() => setWindow('commands')}
              aria-label={`${t('commands.title')} ${commandsKey}`}
              className="mr-auto flex h-8 items-center gap-2 rounded-control px-3 text-sm text-faint hover:bg-raised hover:text-text max-md:-ml-3 pointer-coarse:h-11"
            >
              <Search size={16} aria-hidden />
              <kbd className="hidden font-sans text-xs md:inline">{commandsKey}</kbd>
            </button>
            {inWork > 0 && (
              <Link
                to="/library"
                search={{ status: 'running' }}
                className="tabular flex h-8 items-center gap-2 rounded-control px-3 text-sm text-soft hover:bg-raised hover:text-text pointer-coarse:h-11"
              >
                <Loader size={16} aria-hidden className="animate-spin [animation-duration:3s]" />
                {t('running', { count: inWork })}
              </Link>
            )}
            <BalanceChip />
            <AccountButton />
          </header>
          <main id="main" tabIndex={-1} className="flex-1 px-4 pb-24 outline-none md:pb-8">
            <Outlet />
          </main>
        </div>
      </div>
      <Suspense>
        {window === 'commands' && <CommandPalette onClose={() => setWindow(undefined)} />}
        {window === 'keys' && <KeysHelp onClose={() => setWindow(undefined)} />}
      </Suspense>
    </TitlePrefix>
  )
}

const commandsKey = navigator.platform.startsWith('Mac') ? '⌘ K' : 'Ctrl K'

/** Ctrl or Cmd K opens the commands everywhere, `?` the keys where nobody is writing. */
function useGlobalKeys(open: (what: 'commands' | 'keys') => void): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)) {
        event.preventDefault()
        open('commands')
      } else if (event.key === '?' && !isWriting(event.target)) open('keys')
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  })
}

/** A page that has just begun has more urgent things to ask for. */
const settle_ms = 2_000

/** Reads the code of the pages that one most likely opens next, once this one has settled. */
function useNextPages(): void {
  const router = useRouter()
  useEffect(() => {
    const timer = setTimeout(() => {
      for (const path of ['/create', '/library', '/v/$task_id'] as const)
        void router.loadRouteChunk(router.routesByPath[path])
    }, settle_ms)
    return () => clearTimeout(timer)
  }, [router])
}

/** The one event stream; `hasNews` from when a video was done unseen until somebody looks. */
function useEvents(): { stream: StreamState; hasNews: boolean } {
  const client = useQueryClient()
  const navigate = useNavigate()
  const [stream, setStream] = useState<StreamState>('live')
  const [hasNews, setNews] = useState(false)
  useEffect(() => {
    const onVisible = (): void => {
      if (!document.hidden) setNews(false)
    }
    document.addEventListener('visibilitychange', onVisible)
    const stop = listenToEvents({
      onEvent: (event) => {
        applyEvent(client, event)
        if (document.hidden && event.type === 'task.completed') setNews(true)
        void notify(client, event, (task_id) => void navigate({ to: '/v/$task_id', params: { task_id } }))
      },
      onLive: (task_id) => readLivePicture(client, task_id),
      onGap: () => readAfterGap(client, settle_ms),
      onState: (state) => {
        setStream(state)
        if (state === 'live') readLivePicture(client) // no event tells of those that came before
        if (state === 'broken') void client.invalidateQueries({ queryKey: meQuery.queryKey }) // has the session ended?
      },
    })
    return () => {
      stop()
      document.removeEventListener('visibilitychange', onVisible)
    }
  }, [client, navigate])
  return { stream, hasNews }
}

function BalanceChip() {
  const { t } = useTranslation()
  const me = useMe()
  if (!me) return null
  const amount = credits(me.balance)
  return (
    <Link
      to="/wallet"
      aria-label={t('balance', { amount })}
      title={t('balance', { amount })}
      className="tabular flex h-8 items-center rounded-control px-3 text-sm text-soft hover:bg-raised hover:text-text pointer-coarse:h-11"
    >
      {amount}
    </Link>
  )
}

export function RootError({ error, reset }: { error: unknown; reset: () => void }) {
  return (
    <div className="mx-auto max-w-lg p-8">
      <ErrorNotice error={error} onRetry={reset} />
    </div>
  )
}
