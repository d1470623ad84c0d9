import { Check, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { dateTime, percent } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'
import type { Checker, FileCheck, ManifestCheck } from './checker.ts'
import { type KnownFile, UnreadableFile } from './verify.ts'

/** What is known of the file, or how far it has been read. */
export function FileSection({ check, checker }: { check: FileCheck; checker: Checker }) {
  const { t } = useTranslation()
  return (
    <Section name={check.name}>
      {check.step === 'reading' && <Progress share={check.share} />}
      {check.step === 'asking' && <p className="text-soft">{t('verify.asking')}</p>}
      {check.step === 'stopped' && <p className="text-soft">{t('verify.stopped')}</p>}
      {check.step === 'failed' &&
        (check.error instanceof UnreadableFile ? (
          <>
            <Verdict isGood={false}>{t('verify.unreadable')}</Verdict>
            <p className="text-sm text-soft">{t('verify.unreadableText')}</p>
          </>
        ) : (
          <ErrorNotice error={check.error} />
        ))}
      {check.step === 'answered' && <Answer known={check.known} />}
      {(check.step === 'asking' || check.step === 'answered') && (
        <p className="flex items-center gap-1">
          <code className="min-w-0 truncate font-mono text-xs text-faint">{check.sha256}</code>
          <CopyButton text={check.sha256} className="shrink-0" />
        </p>
      )}
      {/* One button, so that the focus stays where it was. */}
      {check.step !== 'answered' && (
        <Button
          className="self-start"
          onClick={check.step === 'reading' || check.step === 'asking' ? checker.stop : checker.retryFile}
        >
          {check.step === 'reading' || check.step === 'asking' ? t('cancel') : t('tryAgain')}
        </Button>
      )}
    </Section>
  )
}

/** What is known of the manifest, or what is wrong with it. */
export function ManifestSection({ check, checker }: { check: ManifestCheck; checker: Checker }) {
  const { t } = useTranslation()
  return (
    <Section name={check.name}>
      {check.step === 'waiting' && <p className="text-soft">{t('verify.waiting')}</p>}
      {check.step === 'damaged' && (
        <>
          <Verdict isGood={false}>{t(`verify.damage.${check.damage}`)}</Verdict>
          <p className="text-sm text-soft">{t(`verify.damageText.${check.damage}`)}</p>
        </>
      )}
      {check.step === 'failed' && <ErrorNotice error={check.error} onRetry={checker.retryManifest} />}
      {check.step === 'answered' && <ManifestAnswer reasons={check.reasons} isOfFile={check.isOfFile} />}
    </Section>
  )
}

function Section({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-2 border-t border-line pt-4">
      <p className="truncate text-xs text-faint">{name}</p>
      {children}
    </section>
  )
}

/** How far a file has been read. A screen reader hears that it is read, and not every step of it. */
function Progress({ share }: { share: number }) {
  const { t } = useTranslation()
  return (
    <>
      <p className="text-soft">{t('verify.hashing')}</p>
      <div className="flex items-center gap-3" aria-live="off">
        <div
          role="progressbar"
          aria-label={t('verify.hashing')}
          aria-valuenow={Math.round(share * 100)}
          className="h-1 flex-1 overflow-hidden rounded-full bg-raised"
        >
          <div className="h-full bg-accent" style={{ width: `${share * 100}%` }} />
        </div>
        <span aria-hidden className="tabular w-10 text-right text-xs text-faint">
          {percent(share)}
        </span>
      </div>
    </>
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
function Answer({ known }: { known: KnownFile | null }) {
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
function ManifestAnswer({ reasons, isOfFile }: { reasons: readonly string[]; isOfFile: boolean }) {
  const { t } = useTranslation()
  if (reasons.length === 0)
    return (
      <>
        <Verdict isGood>{t('verify.genuine')}</Verdict>
        <p className="text-sm text-soft">{t(isOfFile ? 'verify.aboutFile' : 'verify.aboutWhich')}</p>
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
