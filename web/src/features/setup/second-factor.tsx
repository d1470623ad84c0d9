import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { buttonClass } from '../../ui/button.tsx'

/** For whoever may do this once they have a second factor: nothing is wrong, and the rest goes on without. */
export function SecondFactorFirst({ text }: { text: string }) {
  const { t } = useTranslation()
  return (
    <div className="flex flex-col items-start gap-3 border-l-2 border-line pl-4 text-sm">
      <p className="text-soft text-pretty">{text}</p>
      <Link to="/account/security" className={buttonClass('plain')}>
        {t('admin.setup.factor.open')}
      </Link>
    </div>
  )
}
