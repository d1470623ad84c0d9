import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { credits } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'
import { WordDiff } from '../../ui/word-diff.tsx'
import { acceptImproved, useImprove } from './prompts.ts'

/** A better wording of a prompt, what it changes, and who wrote it. */
export function ImprovePanel({
  prompt,
  model,
  onClose,
}: {
  prompt: string
  model: string | undefined
  onClose: () => void
}) {
  const { t } = useTranslation()
  const { mutate, data, error, isPending } = useImprove()
  const [key] = useState(() => crypto.randomUUID())
  const hasAsked = useRef(false)
  useEffect(() => {
    if (hasAsked.current) return
    hasAsked.current = true
    mutate({ prompt, model, key })
  }, [mutate, prompt, model, key])
  const kept = [...new Set(data?.preserved.map(({ text }) => text))]
  return (
    <section
      aria-label={t('create.improve.title')}
      aria-busy={isPending}
      className="flex flex-col gap-3 border-t border-line p-3"
    >
      {isPending && <p className="text-sm text-faint">{t('create.improve.writing')}</p>}
      {error !== null && <ErrorNotice error={error} onRetry={() => mutate({ prompt, model, key })} />}
      {data && (
        <>
          {data.optimized_prompt === prompt ? (
            <p className="text-sm text-soft">{t('create.improve.same')}</p>
          ) : (
            <WordDiff before={prompt} after={data.optimized_prompt} language={data.language} />
          )}
          <p role="status" className="text-xs text-faint">
            {t(`create.improve.by.${data.source}`)}
            {kept.length > 0 && ` ${t('create.improve.kept', { what: kept.join(' · ') })}`}
            {data.cost > 0 && ` ${t('create.improve.cost', { amount: credits(data.cost) })}`}
          </p>
        </>
      )}
      <div className="flex flex-wrap gap-2">
        {data && data.optimized_prompt !== prompt && (
          <Button
            onClick={() => {
              acceptImproved(data.optimized_prompt)
              onClose()
            }}
          >
            {t('create.improve.accept')}
          </Button>
        )}
        <Button look="quiet" onClick={onClose}>
          {t('create.improve.keep')}
        </Button>
      </div>
    </section>
  )
}
