import { Autocomplete } from '@base-ui/react/autocomplete'
import { Dialog } from '@base-ui/react/dialog'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useMe, useSignOut } from '../../features/session/session.ts'
import { videosQuery } from '../../features/video/videos.ts'
import { docs_url, guide_url } from '../../lib/api.ts'
import { type Language, languages, setLanguage } from '../../lib/i18n.ts'
import { applyTheme, themes } from '../../lib/theme.ts'

interface Command {
  label: string
  run: () => void
}

interface Group {
  value: string
  items: Command[]
}

/** Everything that one can go to or do, by name. */
export function CommandPalette({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const groups = useCommands()
  return (
    <Dialog.Root open onOpenChange={(isOpen) => isOpen || onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-black/60" />
        <Dialog.Viewport className="fixed inset-0 z-40 flex items-start justify-center px-4 pt-[12vh]">
          <Dialog.Popup
            aria-label={t('commands.title')}
            className="flex max-h-[70vh] w-full max-w-140 flex-col overflow-hidden rounded-media border border-line bg-surface shadow-float outline-none"
          >
            <Autocomplete.Root
              open
              inline
              items={groups}
              autoHighlight="always"
              keepHighlight
              itemToStringValue={({ label }: Command) => label}
            >
              <div className="flex items-center gap-3 border-b border-line px-4 text-faint">
                <Search size={16} aria-hidden />
                <Autocomplete.Input
                  aria-label={t('commands.title')}
                  placeholder={t('commands.hint')}
                  className="h-12 w-full bg-transparent text-base text-text outline-none placeholder:text-faint"
                />
              </div>
              <Dialog.Close className="sr-only">{t('close')}</Dialog.Close>
              <div className="min-h-0 flex-1 overflow-y-auto p-1">
                <Autocomplete.Empty className="px-3 py-6 text-center text-sm text-soft empty:hidden">
                  {t('commands.none')}
                </Autocomplete.Empty>
                <Autocomplete.List>
                  {(group: Group) => (
                    <Autocomplete.Group key={group.value} items={group.items}>
                      <Autocomplete.GroupLabel className="px-3 pt-3 pb-1 text-xs text-faint">
                        {group.value}
                      </Autocomplete.GroupLabel>
                      <Autocomplete.Collection>
                        {(command: Command) => (
                          <Autocomplete.Item
                            key={command.label}
                            value={command}
                            onClick={() => {
                              onClose()
                              command.run()
                            }}
                            className="flex min-h-9 cursor-default items-center rounded-control px-3 text-sm outline-none data-highlighted:bg-raised pointer-coarse:min-h-11"
                          >
                            <span className="truncate">{command.label}</span>
                          </Autocomplete.Item>
                        )}
                      </Autocomplete.Collection>
                    </Autocomplete.Group>
                  )}
                </Autocomplete.List>
              </div>
            </Autocomplete.Root>
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

const pages = [
  ['/create', 'nav.create'],
  ['/library', 'library.title'],
  ['/wallet', 'wallet.title'],
  ['/account/profile', 'account.nav.profile'],
  ['/account/security', 'account.nav.security'],
  ['/account/sessions', 'account.nav.sessions'],
  ['/account/data', 'account.nav.data'],
  ['/developers/keys', 'developers.nav.keys'],
  ['/developers/webhooks', 'developers.nav.webhooks'],
  ['/developers/events', 'developers.nav.events'],
  ['/developers/quickstart', 'developers.nav.quickstart'],
] as const

function useCommands(): Group[] {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const signOut = useSignOut()
  const isAdmin = useMe()?.role === 'admin'
  const { data: videos } = useInfiniteQuery(videosQuery())
  const latest = videos?.pages[0]?.items.filter(({ prompt }) => prompt !== null).slice(0, 8) ?? []
  return [
    {
      value: t('commands.pages'),
      items: [
        ...pages.map(([to, name]) => ({ label: t(name), run: () => void navigate({ to }) })),
        ...(isAdmin ? [{ label: t('nav.admin'), run: () => void navigate({ to: '/admin' }) }] : []),
        { label: t('commands.guide'), run: () => globalThis.location.assign(guide_url) },
        { label: t('commands.docs'), run: () => globalThis.location.assign(docs_url) },
      ],
    },
    {
      value: t('commands.settings'),
      items: [
        ...themes.map((theme) => ({
          label: `${t('theme.label')}: ${t(`theme.${theme}`)}`,
          run: () => applyTheme(theme),
        })),
        ...Object.entries(languages).map(([code, name]) => ({
          label: `${t('language')}: ${name}`,
          run: () => void setLanguage(code as Language),
        })),
        { label: t('nav.signOut'), run: () => signOut.mutate() },
      ],
    },
    {
      value: t('commands.videos'),
      items: latest.map(({ task_id, prompt }) => ({
        label: prompt!,
        run: () => void navigate({ to: '/v/$task_id', params: { task_id } }),
      })),
    },
  ].filter(({ items }) => items.length > 0)
}
