import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { ChevronLeft } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Deliveries } from '../../features/developers/deliveries.tsx'
import {
  useChangeWebhook,
  useDeleteWebhook,
  usePing,
  useRotateSecret,
  type Webhook,
  webhooksQuery,
} from '../../features/developers/webhooks.ts'
import { dateTime, relative } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Lines } from '../../ui/lines.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { Title } from '../../ui/title.tsx'
import { say } from '../../ui/toast.tsx'

const dialogs = () => import('../../features/developers/webhook-dialog.tsx')
const CreateWebhookDialog = lazy(async () => ({ default: (await dialogs()).CreateWebhookDialog }))
const EditWebhookDialog = lazy(async () => ({ default: (await dialogs()).EditWebhookDialog }))
const SecretDialog = lazy(async () => ({ default: (await dialogs()).SecretDialog }))

export function WebhooksPage() {
  const { t } = useTranslation()
  const { hook } = useSearch({ from: '/signed-in/developers/webhooks' })
  const webhooks = useQuery(webhooksQuery)
  const items = webhooks.data?.items ?? []
  const open = items.find(({ webhook_id }) => webhook_id === hook)
  return (
    <div className="flex flex-col gap-4">
      <Title>{t('developers.nav.webhooks')}</Title>
      {webhooks.isPending && <Lines count={3} height="h-16" />}
      {webhooks.isError && <ErrorNotice error={webhooks.error} onRetry={() => void webhooks.refetch()} />}
      {webhooks.isSuccess && (open ? <OneWebhook webhook={open} /> : <List webhooks={items} />)}
    </div>
  )
}

function List({ webhooks }: { webhooks: readonly Webhook[] }) {
  const { t } = useTranslation()
  const [isCreating, setCreating] = useState(false)
  return (
    <>
      <PageHead text={t('developers.webhooks.text')}>
        <Button look="primary" onClick={() => setCreating(true)}>
          {t('developers.webhooks.create')}
        </Button>
      </PageHead>
      {webhooks.length === 0 && (
        <Empty title={t('developers.webhooks.empty')} hint={t('developers.webhooks.emptyHint')} />
      )}
      <ul className="flex flex-col">
        {webhooks.map((webhook) => (
          <li key={webhook.webhook_id} className="border-t border-line">
            <Link
              to="/developers/webhooks"
              search={{ hook: webhook.webhook_id }}
              className="flex flex-wrap items-center gap-x-6 gap-y-1 rounded-control py-3 hover:bg-surface"
            >
              <span className="min-w-0 flex-1 basis-72">
                <span className="block truncate">{webhook.url}</span>
                <span className="block text-xs text-faint">
                  {[webhook.description, webhook.event_types.join(', ')].filter(Boolean).join(' · ')}
                </span>
              </span>
              <State webhook={webhook} />
            </Link>
          </li>
        ))}
      </ul>
      <Suspense>{isCreating && <CreateWebhookDialog onClose={() => setCreating(false)} />}</Suspense>
    </>
  )
}

function State({ webhook }: { webhook: Webhook }) {
  const { t } = useTranslation()
  if (!webhook.enabled) return <span className="text-sm text-faint">{t('developers.webhooks.off')}</span>
  if (webhook.failing_since !== null)
    return (
      <span className="text-sm text-bad">
        {t('developers.webhooks.failing', { when: relative(webhook.failing_since) })}
      </span>
    )
  return <span className="text-sm text-good">{t('developers.webhooks.on')}</span>
}

function OneWebhook({ webhook }: { webhook: Webhook }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { webhook_id, enabled } = webhook
  const change = useChangeWebhook(webhook_id)
  const remove = useDeleteWebhook(webhook_id)
  const rotate = useRotateSecret(webhook_id)
  const ping = usePing(webhook_id)
  const [asking, setAsking] = useState<'edit' | 'rotate' | 'delete'>()
  const onClose = (): void => setAsking(undefined)
  const sendPing = (): void =>
    ping.mutate(undefined, {
      onSuccess: ({ error, response_status }) =>
        say(
          error === null
            ? t('developers.webhooks.pinged', { status: response_status })
            : t('developers.webhooks.pingFailed', { why: t(`developers.webhooks.error.${error}`) }),
        ),
    })
  const error = change.error ?? ping.error
  return (
    <>
      <div className="flex flex-col items-start gap-2 pt-2">
        <Link
          to="/developers/webhooks"
          className="-ml-1 flex items-center gap-1 text-sm text-faint hover:text-text"
        >
          <ChevronLeft size={16} aria-hidden />
          {t('developers.webhooks.all')}
        </Link>
        <h2 className="text-base font-medium break-all">{webhook.url}</h2>
        <p className="flex flex-wrap gap-x-4 text-sm text-soft">
          <State webhook={webhook} />
          {webhook.disabled_by !== null && <span>{t(`developers.webhooks.by.${webhook.disabled_by}`)}</span>}
          <span>{webhook.event_types.join(', ')}</span>
        </p>
        {webhook.description !== '' && <p className="text-sm text-soft">{webhook.description}</p>}
        {webhook.previous_secret_until !== null && (
          <p className="text-sm text-soft">
            {t('developers.webhooks.oldSecret', { when: dateTime(webhook.previous_secret_until) })}
          </p>
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button look="primary" disabled={ping.isPending} onClick={sendPing}>
          {t('developers.webhooks.ping')}
        </Button>
        <Button onClick={() => setAsking('edit')}>{t('developers.webhooks.edit')}</Button>
        <Button disabled={change.isPending} onClick={() => change.mutate({ enabled: !enabled })}>
          {t(enabled ? 'developers.webhooks.switchOff' : 'developers.webhooks.switchOn')}
        </Button>
        <Button onClick={() => setAsking('rotate')}>{t('developers.webhooks.rotate')}</Button>
        <Button look="danger" onClick={() => setAsking('delete')}>
          {t('developers.webhooks.delete')}
        </Button>
      </div>
      {error !== null && <ErrorNotice error={error} />}
      <Deliveries webhook_id={webhook_id} />
      <Suspense>
        {asking === 'edit' && <EditWebhookDialog webhook={webhook} onClose={onClose} />}
        {rotate.data && <SecretDialog secret={rotate.data.secret} onClose={() => rotate.reset()} />}
      </Suspense>
      <Confirm
        title={t('developers.webhooks.rotateTitle')}
        action={t('developers.webhooks.rotate')}
        isOpen={asking === 'rotate'}
        isBusy={rotate.isPending}
        error={rotate.error}
        onConfirm={() => rotate.mutate(undefined, { onSuccess: onClose })}
        onClose={onClose}
      >
        {t('developers.webhooks.rotateText')}
      </Confirm>
      <Confirm
        title={t('developers.webhooks.deleteTitle')}
        action={t('developers.webhooks.delete')}
        isOpen={asking === 'delete'}
        isBusy={remove.isPending}
        error={remove.error}
        onConfirm={() =>
          remove.mutate(undefined, {
            onSuccess: () => {
              say(t('developers.webhooks.deleted'))
              void navigate({ to: '/developers/webhooks', search: {}, replace: true })
            },
          })
        }
        onClose={onClose}
      >
        {t('developers.webhooks.deleteText')}
      </Confirm>
    </>
  )
}
