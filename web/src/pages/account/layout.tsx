import { useTranslation } from 'react-i18next'
import { SettingsPage } from '../../ui/settings-page.tsx'

export function AccountLayout() {
  const { t } = useTranslation()
  return (
    <SettingsPage
      title={t('account.title')}
      links={[
        { to: '/account/profile', text: t('account.nav.profile') },
        { to: '/account/security', text: t('account.nav.security') },
        { to: '/account/sessions', text: t('account.nav.sessions') },
        { to: '/wallet', text: t('wallet.title') },
        { to: '/account/data', text: t('account.nav.data') },
      ]}
    />
  )
}
