import { Menu } from '@base-ui/react/menu'
import { Link } from '@tanstack/react-router'
import { Check, Code, Gauge, LogOut, Settings, Wallet } from 'lucide-react'
import { type ReactElement, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMe, useSignOut } from '../../features/session/session.ts'
import { type Language, languages, setLanguage } from '../../lib/i18n.ts'
import { applyTheme, currentTheme, themes } from '../../lib/theme.ts'
import { notifications, setNotifications } from './notifications.ts'

const item =
  'flex h-8 cursor-default items-center gap-2 rounded-control px-2 text-sm outline-none data-highlighted:bg-raised pointer-coarse:h-11'

/** Mounted by the first click, so it opens at once. */
export function AccountMenu({ trigger }: { trigger: ReactElement }) {
  const { t, i18n } = useTranslation()
  const me = useMe()
  const signOut = useSignOut()
  const [theme, setTheme] = useState(currentTheme)
  const [notifying, setNotifying] = useState(notifications)
  return (
    <Menu.Root defaultOpen>
      <Menu.Trigger render={trigger} />
      <Menu.Portal>
        <Menu.Positioner align="end" sideOffset={6} className="z-30">
          <Menu.Popup className="max-h-(--available-height) min-w-56 overflow-y-auto rounded-media border border-line bg-surface p-1 shadow-float outline-none">
            <div className="truncate px-2 py-2 text-xs text-faint">{me?.email}</div>
            <Menu.Item className={item} render={<Link to="/account" />}>
              <Settings size={16} aria-hidden className="text-faint" />
              {t('account.title')}
            </Menu.Item>
            <Menu.Item className={item} render={<Link to="/developers" />}>
              <Code size={16} aria-hidden className="text-faint" />
              {t('nav.developers')}
            </Menu.Item>
            {me?.role === 'admin' && (
              <Menu.Item className={item} render={<Link to="/admin" />}>
                <Gauge size={16} aria-hidden className="text-faint" />
                {t('nav.admin')}
              </Menu.Item>
            )}
            <Menu.Item className={item} render={<Link to="/wallet" />}>
              <Wallet size={16} aria-hidden className="text-faint" />
              {t('wallet.title')}
            </Menu.Item>
            <Line />
            <Menu.RadioGroup
              aria-label={t('theme.label')}
              value={theme}
              onValueChange={(value) => {
                setTheme(value)
                applyTheme(value)
              }}
            >
              {themes.map((each) => (
                <Menu.RadioItem key={each} value={each} className={item} closeOnClick={false}>
                  <Mark>
                    <Menu.RadioItemIndicator>
                      <Check size={16} aria-hidden />
                    </Menu.RadioItemIndicator>
                  </Mark>
                  {t(`theme.${each}`)}
                </Menu.RadioItem>
              ))}
            </Menu.RadioGroup>
            <Line />
            <Menu.RadioGroup
              aria-label={t('language')}
              value={i18n.language}
              onValueChange={(value) => void setLanguage(value as Language)}
            >
              {Object.entries(languages).map(([code, name]) => (
                <Menu.RadioItem key={code} value={code} lang={code} className={item} closeOnClick={false}>
                  <Mark>
                    <Menu.RadioItemIndicator>
                      <Check size={16} aria-hidden />
                    </Menu.RadioItemIndicator>
                  </Mark>
                  {name}
                </Menu.RadioItem>
              ))}
            </Menu.RadioGroup>
            <Line />
            {notifying !== 'impossible' && (
              <Menu.CheckboxItem
                className={item}
                checked={notifying === 'on'}
                closeOnClick={false}
                onCheckedChange={(wanted) => void setNotifications(wanted).then(setNotifying)}
              >
                <Mark>
                  <Menu.CheckboxItemIndicator>
                    <Check size={16} aria-hidden />
                  </Menu.CheckboxItemIndicator>
                </Mark>
                {t('notify.setting')}
              </Menu.CheckboxItem>
            )}
            <Menu.Item className={item} onClick={() => signOut.mutate()}>
              <LogOut size={16} aria-hidden className="text-faint" />
              {t('nav.signOut')}
            </Menu.Item>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}

const Line = () => <Menu.Separator className="my-1 h-px bg-line" />

/** The place of a check mark, so that texts stand below each other. */
const Mark = ({ children }: { children: ReactNode }) => <span className="w-4">{children}</span>
