import { Check, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { dateTime, percent } from '../../lib/format.ts'
import type { KnownFile } from './verify.ts'

/** How far a file has been read. */
export function Progress({ share }: { share: number }) {
  const { t } = useTranslation()
  return (
    <div className="flex items-center gap-3">
      <div
        role="progressbar"
        aria-label={t('verify.hashing')}
        aria-valuenow={Math.round(share * 100)}
        className="h-1 flex-1 overflow-hidden rounded-full bg-raised"
      >
        <div className="h-full bg-accent" style={{ width: `${share * 100}%` }} />
      </div>
      <span className="tabular text-xs text-faint">{percent(share)}</span>
    </div>
  )
}

function Verdict({ isGood, children }: { isGood: boolean; children: ReactNode }) {
  return (
    <p className={`flex items-center gap-2 text-base ${isGood ? 'text-good' : 'text-bad'}`}>
      {isGood ? <Check size={20} aria-hidden /> : <X size={20} aria-hidden />}
      {children}
    </p>
  )
}

/** Whether the server made the file, and what it knows of it. */
export function Answer({ known }: { known: KnownFile | null }) {
  const { t } = useTranslation()
  if (known === null)
    return (
      <>
        <Verdict isGood={false}>{t('verify.notOurs')}</Verdict>
        <p className="text-sm text-soft">{t('verify.notOursText')}</p>
      </>
    )
  const { producer, model, created_at, made_by_ai } = known
  return (
    <>
      <Verdict isGood>{t('verify.ours')}</Verdict>
      <p className="text-sm text-soft">
        {t(made_by_ai ? 'verify.byAi' : 'verify.noAi', { producer, model, time: dateTime(created_at) })}
      </p>
    </>
  )
}

const reasonsKnown = ['signature_invalid', 'unknown_key', 'not_a_manifest', 'hash_mismatch'] as const

/** Whether a manifest holds, or why not. */
export function ManifestAnswer({ reasons, hasFile }: { reasons: readonly string[]; hasFile: boolean }) {
  const { t } = useTranslation()
  if (reasons.length === 0)
    return (
      <>
        <Verdict isGood>{t('verify.genuine')}</Verdict>
        <p className="text-sm text-soft">{t(hasFile ? 'verify.aboutFile' : 'verify.aboutWhich')}</p>
      </>
    )
  return (
    <>
      <Verdict isGood={false}>{t('verify.notGenuine')}</Verdict>
      <ul className="text-sm text-soft">
        {reasonsKnown
          .filter((reason) => reasons.includes(reason))
          .map((reason) => (
            <li key={reason}>{t(`verify.reasons.${reason}`)}</li>
          ))}
      </ul>
    </>
  )
}
