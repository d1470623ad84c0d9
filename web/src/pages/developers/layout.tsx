import { useTranslation } from 'react-i18next'
import { SettingsPage } from '../../ui/settings-page.tsx'

export function DevelopersLayout() {
  const { t } = useTranslation()
  return (
    <SettingsPage
      title={t('developers.title')}
      links={[
        { to: '/developers/keys', text: t('developers.nav.keys') },
        { to: '/developers/webhooks', text: t('developers.nav.webhooks') },
        { to: '/developers/events', text: t('developers.nav.events') },
        { to: '/developers/quickstart', text: t('developers.nav.quickstart') },
      ]}
    />
  )
}
