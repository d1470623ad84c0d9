import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ApiKey, keysQuery, scopes, useRevokeKey, wordOf } from '../../features/developers/keys.ts'
import { configQuery } from '../../features/session/session.ts'
import { credits, date, relative } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Lines } from '../../ui/lines.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { Title } from '../../ui/title.tsx'
import { say } from '../../ui/toast.tsx'

const CreateKeyDialog = lazy(async () => ({
  default: (await import('../../features/developers/create-key-dialog.tsx')).CreateKeyDialog,
}))

export function KeysPage() {
  const { t } = useTranslation()
  const keys = useQuery(keysQuery)
  const { data: config } = useQuery(configQuery)
  const [isCreating, setCreating] = useState(false)
  const items = keys.data?.items ?? []
  const active = items.filter(({ is_active }) => is_active)
  const ended = items.filter(({ is_active }) => !is_active)
  return (
    <div className="flex flex-col gap-4">
      <Title>{t('developers.nav.keys')}</Title>
      <PageHead text={t('developers.keys.text')}>
        <Button look="primary" onClick={() => setCreating(true)}>
          {t('developers.keys.create')}
        </Button>
      </PageHead>
      {config?.api_key_auth_enabled === false && (
        <p className="border-l-2 border-accent pl-3 text-sm text-soft">{t('developers.keys.off')}</p>
      )}
      {keys.isPending && <Lines count={3} height="h-16" />}
      {keys.isError && <ErrorNotice error={keys.error} onRetry={() => void keys.refetch()} />}
      {keys.isSuccess && active.length === 0 && (
        <Empty title={t('developers.keys.empty')} hint={t('developers.keys.emptyHint')} />
      )}
      <ul className="flex flex-col">
        {active.map((key) => (
          <Key key={key.key_id} apiKey={key} />
        ))}
      </ul>
      {ended.length > 0 && (
        <details>
          <summary className="py-2 text-sm text-faint hover:text-text">
            {t('developers.keys.ended', { count: ended.length })}
          </summary>
          <ul className="flex flex-col">
            {ended.map((key) => (
              <Key key={key.key_id} apiKey={key} />
            ))}
          </ul>
        </details>
      )}
      <Suspense>{isCreating && <CreateKeyDialog onClose={() => setCreating(false)} />}</Suspense>
    </div>
  )
}

function Key({ apiKey: key }: { apiKey: ApiKey }) {
  const { t } = useTranslation()
  const revoke = useRevokeKey()
  const [isAsking, setAsking] = useState(false)
  const may =
    key.scopes.length === scopes.length
      ? t('developers.keys.everything')
      : key.scopes.map((scope) => t(`developers.keys.scope.${wordOf(scope)}`)).join(' · ')
  const limits = [
    key.spend_cap !== null &&
      t(key.spend_cap_period === 'total' ? 'developers.keys.inAll' : 'developers.keys.perMonth', {
        spent: credits(key.spent_in_period),
        cap: credits(key.spend_cap),
      }),
    key.rate_limit_per_minute !== null &&
      t('developers.keys.perMinute', { count: key.rate_limit_per_minute }),
    key.is_active && key.expires_at !== null && t('developers.keys.until', { date: date(key.expires_at) }),
  ].filter((line) => line !== false)
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-2 border-t border-line py-3">
      <div className="min-w-0 flex-1 basis-72">
        <p className="flex flex-wrap items-baseline gap-x-3">
          <span className={key.is_active ? '' : 'text-soft'}>{key.name}</span>
          <code className="font-mono text-xs text-faint">
            {key.key_prefix}…{key.last4}
          </code>
        </p>
        <p className="text-xs text-faint">{may}</p>
        {limits.length > 0 && <p className="tabular text-xs text-faint">{limits.join(' · ')}</p>}
      </div>
      <span className="text-xs text-faint">
        {key.is_active
          ? key.last_used_at === null
            ? t('developers.keys.unused')
            : t('developers.keys.used', { ago: relative(key.last_used_at) })
          : t(`developers.keys.status.${key.status}`, {
              date: date(key.revoked_at ?? key.expires_at ?? key.created_at),
            })}
      </span>
      {key.is_active && (
        <Button aria-label={`${t('developers.keys.revoke')}: ${key.name}`} onClick={() => setAsking(true)}>
          {t('developers.keys.revoke')}
        </Button>
      )}
      <Confirm
        title={t('developers.keys.revokeTitle', { name: key.name })}
        action={t('developers.keys.revoke')}
        isOpen={isAsking}
        isBusy={revoke.isPending}
        error={revoke.error}
        onConfirm={() =>
          revoke.mutate(key.key_id, {
            onSuccess: () => {
              setAsking(false)
              say(t('developers.keys.revoked', { name: key.name }))
            },
          })
        }
        onClose={() => setAsking(false)}
      >
        {t('developers.keys.revokeText')}
      </Confirm>
    </li>
  )
}
