import { Link } from '@tanstack/react-router'
import { Check as Mark, FileCheck, X } from 'lucide-react'
import { type ReactNode, useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMe } from '../features/session/session.ts'
import { useCheck } from '../features/verify/use-check.ts'
import type { KnownFile } from '../features/verify/verify.ts'
import { dateTime, percent } from '../lib/format.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { ErrorNotice } from '../ui/notice.tsx'
import { Sign } from '../ui/sign.tsx'
import { Title } from '../ui/title.tsx'

/** Says of a video or a manifest whether this server made it. The file itself stays in the browser. */
export function VerifyPage() {
  const { t } = useTranslation()
  const { check, take, reset } = useCheck()
  const { file, manifest } = check
  return (
    <Around>
      <Title>{t('verify.title')}</Title>
      <div className="mx-auto flex max-w-160 flex-col gap-6 py-8">
        <div className="flex flex-col gap-2">
          <h1 className="text-xl font-medium text-balance">{t('verify.title')}</h1>
          <p className="text-soft">{t('verify.text')}</p>
        </div>
        <DropZone onFiles={take} />
        <div aria-live="polite" className="flex flex-col gap-6">
          {file && (
            <section className="flex flex-col gap-2 border-t border-line pt-4">
              <p className="truncate text-xs text-faint">{file.name}</p>
              {file.known === undefined ? <Progress share={file.progress} /> : <Answer known={file.known} />}
              {file.sha256 !== undefined && (
                <p className="flex items-center gap-1">
                  <code className="min-w-0 truncate font-mono text-xs text-faint">{file.sha256}</code>
                  <CopyButton text={file.sha256} className="shrink-0" />
                </p>
              )}
            </section>
          )}
          {manifest && (
            <section className="flex flex-col gap-2 border-t border-line pt-4">
              <p className="truncate text-xs text-faint">{manifest.name}</p>
              {manifest.reasons !== undefined && (
                <ManifestAnswer reasons={manifest.reasons} hasFile={file?.sha256 !== undefined} />
              )}
            </section>
          )}
        </div>
        {check.error !== undefined && <ErrorNotice error={check.error} />}
        {(file || manifest) && (
          <Button className="self-start" onClick={reset}>
            {t('verify.again')}
          </Button>
        )}
      </div>
    </Around>
  )
}

/** Whoever is not signed in has no rail; they get the sign and a way in. */
function Around({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  if (useMe()) return children
  return (
    <div className="mx-auto max-w-360 px-6 md:px-10">
      <header className="flex h-16 items-center gap-3">
        <Link to="/" className="flex items-center gap-3">
          <Sign />
          <span className="text-base font-medium">Clipwright</span>
        </Link>
        <Link to="/auth/sign-in" className={buttonClass('quiet', 'ml-auto')}>
          {t('front.signIn')}
        </Link>
      </header>
      <main>{children}</main>
    </div>
  )
}

/** Takes files by click, paste, or a drop anywhere on the page. */
function DropZone({ onFiles }: { onFiles: (files: readonly File[]) => void }) {
  const { t } = useTranslation()
  const id = useId()
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    const over = (event: DragEvent): void => {
      if (!event.dataTransfer?.types.includes('Files')) return
      event.preventDefault()
      setOver(true)
    }
    const leave = (event: DragEvent): void => {
      if (event.relatedTarget === null) setOver(false)
    }
    const drop = (event: DragEvent): void => {
      event.preventDefault()
      setOver(false)
      onFiles([...(event.dataTransfer?.files ?? [])])
    }
    const paste = (event: ClipboardEvent): void => onFiles([...(event.clipboardData?.files ?? [])])
    addEventListener('dragover', over)
    addEventListener('dragleave', leave)
    addEventListener('drop', drop)
    addEventListener('paste', paste)
    return () => {
      removeEventListener('dragover', over)
      removeEventListener('dragleave', leave)
      removeEventListener('drop', drop)
      removeEventListener('paste', paste)
    }
  })
  return (
    <label
      htmlFor={id}
      className={`flex min-h-44 cursor-pointer flex-col items-center justify-center gap-2 rounded-media border border-dashed p-6 text-center has-focus-visible:outline-2 has-focus-visible:outline-accent ${isOver ? 'border-accent bg-surface' : 'border-line hover:bg-surface'}`}
    >
      <FileCheck size={20} aria-hidden className="text-faint" />
      <span>{t('verify.drop')}</span>
      <span className="text-xs text-faint">{t('verify.dropHint')}</span>
      <input
        id={id}
        type="file"
        multiple
        accept="video/*,.json,application/json"
        className="sr-only"
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])])
          target.value = ''
        }}
      />
    </label>
  )
}

function Progress({ share }: { share: number }) {
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
      {isGood ? <Mark size={20} aria-hidden /> : <X size={20} aria-hidden />}
      {children}
    </p>
  )
}

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

function ManifestAnswer({ reasons, hasFile }: { reasons: readonly string[]; hasFile: boolean }) {
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
