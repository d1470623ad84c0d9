import { useTranslation } from 'react-i18next'
import { ApiError, NetworkError } from '../lib/api.ts'
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
    if (error.status === 429) return t('error.rate', { count: error.retry_after_s ?? 1 })
    if (error.status === 423) return t('auth.locked', { count: error.retry_after_s ?? 60 })
    if (error.status >= 500) return t('error.server')
    return error.detail
  }
}
