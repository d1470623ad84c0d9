import { urlOf } from '../../lib/api.ts'
import { User } from 'lucide-react'
import { lazy, type ReactElement, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMe } from '../../features/session/session.ts'

const load = () => import('./account-menu.tsx')
const AccountMenu = lazy(async () => ({ default: (await load()).AccountMenu }))

/** The person's picture; its menu comes when it is first wanted. */
export function AccountButton() {
  const { t } = useTranslation()
  const me = useMe()
  const [isWanted, setWanted] = useState(false)
  const button = (
    <button
      type="button"
      aria-label={t('nav.account')}
      aria-haspopup="menu"
      onPointerEnter={() => void load()}
      onFocus={() => void load()}
      onClick={() => setWanted(true)}
      className="flex size-8 items-center justify-center rounded-full border border-line text-soft hover:text-text pointer-coarse:size-11"
    >
      {me?.avatar_url ? (
        <img src={urlOf(me.avatar_url)} alt="" className="size-full rounded-full object-cover" />
      ) : (
        <User size={16} aria-hidden />
      )}
    </button>
  ) satisfies ReactElement
  if (!isWanted) return button
  return (
    <Suspense fallback={button}>
      <AccountMenu trigger={button} />
    </Suspense>
  )
}
