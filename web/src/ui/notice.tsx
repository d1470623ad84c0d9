import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { ApiError, NetworkError } from '../lib/api.ts'
import { clock, duration } from '../lib/format.ts'
import { codes } from '../locales/en/codes.ts'
import { Button } from './button.tsx'

/** What went wrong, in words, with the number to tell the operator; and a way to try again. */
export function ErrorNotice({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const text = useErrorText()
  const { t } = useTranslation()
  const request_id = error instanceof ApiError && error.status >= 500 ? error.request_id : undefined
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-3 rounded-control border border-line px-3 py-2 text-sm"
    >
      <span className="text-bad">{text(error)}</span>
      {request_id && <code className="text-xs text-faint">{t('requestId', { id: request_id })}</code>}
      {onRetry && (
        <Button look="quiet" onClick={onRetry}>
          {t('tryAgain')}
        </Button>
      )}
    </div>
  )
}

export function useErrorText(): (error: unknown) => string {
  const { t } = useTranslation()
  return (error) => {
    if (error instanceof NetworkError) return t('error.network')
    if (!(error instanceof ApiError)) return String(error)
    const { status, code, retry_after_s } = error
    if (status === 429) return t('error.rate', { when: when(t, error, retry_after_s ?? 1) })
    if (status === 423) return t('error.locked', { when: when(t, error, retry_after_s ?? 60) })
    if (status === 503) return t('error.busy', { when: when(t, error, retry_after_s ?? 5) })
    if (status >= 500) return t('error.server')
    return isKnown(code) ? t(`codes.${code}`) : error.detail
  }
}

const isKnown = (code: string): code is keyof typeof codes => code in codes

const arrived_ms = new WeakMap<ApiError, number>()

/** When another try makes sense: within a minute by its length, later by the clock. The same each time it is drawn. */
function when(t: TFunction, error: ApiError, wait_s: number): string {
  if (!arrived_ms.has(error)) arrived_ms.set(error, Date.now())
  if (wait_s <= 60) return t('error.in', { time: duration(wait_s) })
  return t('error.at', { time: clock(new Date(arrived_ms.get(error)! + wait_s * 1000)) })
}
