import { Menu } from '@base-ui/react/menu'
import { useQueryClient } from '@tanstack/react-query'
import { Link, Outlet } from '@tanstack/react-router'
import { Clapperboard, Code, LogOut, SquarePen, User as UserIcon, Wallet } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMe, useSignOut } from '../features/session/session.ts'
import { applyEvent } from '../features/video/videos.ts'
import { listenToEvents, type StreamState } from '../lib/events.ts'
import { credits } from '../lib/format.ts'
import { type Language, languages, setLanguage } from '../lib/i18n.ts'
import { applyTheme, currentTheme, themes } from '../lib/theme.ts'
import { ErrorNotice } from '../ui/notice.tsx'

const railLink =
  'flex flex-col items-center justify-center gap-1 rounded-control text-[11px] leading-4 text-faint hover:text-text data-[status=active]:text-text data-[status=active]:bg-raised transition-colors duration-150 min-h-13 px-1'

/** Everything around the pages: the rail or bar, the balance, the menu, and the line that says that the connection is lost. */
export function Shell() {
  const me = useMe()
  return me ? <SignedInShell /> : <Outlet />
}

function SignedInShell() {
  const { t } = useTranslation()
  const stream = useEvents()
  return (
    <div className="flex min-h-dvh flex-col md:flex-row">
      <nav
        aria-label="Clipwright"
        className="fixed inset-x-0 bottom-0 z-20 flex justify-around border-t border-line bg-page pb-[env(safe-area-inset-bottom)] md:sticky md:inset-auto md:top-0 md:h-dvh md:w-18 md:flex-col md:justify-start md:gap-1 md:border-t-0 md:border-r md:p-2"
      >
        <Link
          to="/create"
          className="hidden h-12 items-center justify-center md:flex"
          aria-label="Clipwright"
        >
          <Sign />
        </Link>
        <Link to="/create" className={`${railLink} flex-1 md:flex-none`}>
          <SquarePen size={20} aria-hidden />
          {t('nav.create')}
        </Link>
        <Link to="/library" className={`${railLink} flex-1 md:flex-none`}>
          <Clapperboard size={20} aria-hidden />
          {t('nav.library')}
        </Link>
        <Link to="/wallet" className={`${railLink} flex-1 md:flex-none`}>
          <Wallet size={20} aria-hidden />
          {t('nav.wallet')}
        </Link>
        <a href="/docs" className={`${railLink} hidden md:flex`}>
          <Code size={20} aria-hidden />
          {t('nav.docs')}
        </a>
      </nav>
      <div className="flex min-w-0 flex-1 flex-col">
        {stream === 'broken' && (
          <p
            role="status"
            className="border-b border-accent bg-surface px-4 py-1 text-center text-xs text-soft"
          >
            {t('offline')}
          </p>
        )}
        <header className="flex h-12 items-center justify-end gap-2 px-4">
          <BalanceChip />
          <AccountMenu />
        </header>
        <main className="flex-1 px-4 pb-24 md:pb-8">
          <Outlet />
        </main>
      </div>
    </div>
  )
}

function useEvents(): StreamState {
  const client = useQueryClient()
  const [state, setState] = useState<StreamState>('live')
  useEffect(
    () =>
      listenToEvents({
        onEvent: (event) => applyEvent(client, event),
        onGap: () => void client.invalidateQueries(),
        onState: setState,
      }),
    [client],
  )
  return state
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
      className="tabular flex h-8 items-center rounded-control px-3 text-sm text-soft hover:bg-raised hover:text-text pointer-coarse:h-11"
    >
      {amount}
    </Link>
  )
}

const item =
  'flex h-8 cursor-default items-center gap-2 rounded-control px-3 text-sm outline-none data-highlighted:bg-raised pointer-coarse:h-11'

function AccountMenu() {
  const { t, i18n } = useTranslation()
  const me = useMe()
  const signOut = useSignOut()
  const [theme, setTheme] = useState(currentTheme)
  return (
    <Menu.Root>
      <Menu.Trigger
        aria-label={t('account')}
        className="flex size-8 items-center justify-center rounded-full border border-line text-soft hover:text-text pointer-coarse:size-11"
      >
        {me?.avatar_url ? (
          <img src={me.avatar_url} alt="" className="size-full rounded-full object-cover" />
        ) : (
          <UserIcon size={16} aria-hidden />
        )}
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner align="end" sideOffset={6} className="z-30">
          <Menu.Popup className="min-w-52 rounded-media border border-line bg-surface p-1 shadow-float outline-none">
            <div className="px-3 py-2 text-xs text-faint">{me?.email}</div>
            <Menu.RadioGroup
              value={theme}
              onValueChange={(value) => {
                setTheme(value)
                applyTheme(value)
              }}
            >
              {themes.map((each) => (
                <Menu.RadioItem key={each} value={each} className={item}>
                  <span className="w-4">
                    <Menu.RadioItemIndicator>·</Menu.RadioItemIndicator>
                  </span>
                  {t(`theme.${each}`)}
                </Menu.RadioItem>
              ))}
            </Menu.RadioGroup>
            <Menu.Separator className="my-1 h-px bg-line" />
            <Menu.RadioGroup
              value={i18n.language}
              onValueChange={(value) => void setLanguage(value as Language)}
            >
              {Object.entries(languages).map(([code, name]) => (
                <Menu.RadioItem key={code} value={code} lang={code} className={item}>
                  <span className="w-4">
                    <Menu.RadioItemIndicator>·</Menu.RadioItemIndicator>
                  </span>
                  {name}
                </Menu.RadioItem>
              ))}
            </Menu.RadioGroup>
            <Menu.Separator className="my-1 h-px bg-line" />
            <Menu.Item className={item} onClick={() => signOut.mutate()}>
              <LogOut size={16} aria-hidden />
              {t('nav.signOut')}
            </Menu.Item>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}

export function Sign({ size = 28 }: { size?: number }) {
  return (
    <svg viewBox="0 0 28 28" width={size} height={size} aria-hidden>
      <rect width="28" height="28" rx="7" className="fill-raised" />
      <path d="M11 8.5v11l9-5.5z" className="fill-accent" />
    </svg>
  )
}

export function RootError({ error, reset }: { error: unknown; reset: () => void }) {
  return (
    <div className="mx-auto max-w-lg p-8">
      <ErrorNotice error={error} onRetry={reset} />
    </div>
  )
}
