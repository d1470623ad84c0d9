import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldErrors } from '../../lib/api.ts'
import { textOf } from '../../lib/form.ts'
import { Button } from '../../ui/button.tsx'
import { Check } from '../../ui/check.tsx'
import { Choice } from '../../ui/choice.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { FormEnd } from '../../ui/form-end.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'
import { Secret } from '../../ui/secret.tsx'
import {
  type EventType,
  eventTypes,
  useChangeWebhook,
  useCreateWebhook,
  usualTypes,
  type Webhook,
} from './webhooks.ts'

export function CreateWebhookDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const create = useCreateWebhook()
  if (create.data) return <SecretDialog secret={create.data.secret} onClose={onClose} />
  return (
    <Dialog title={t('developers.webhooks.create')} isOpen onClose={onClose}>
      <WebhookForm
        action={t('developers.webhooks.add')}
        change={{ ...create, mutate: (body) => create.mutate(body) }}
        onClose={onClose}
      />
    </Dialog>
  )
}

export function EditWebhookDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { t } = useTranslation()
  const change = useChangeWebhook(webhook.webhook_id)
  return (
    <Dialog title={t('developers.webhooks.edit')} isOpen onClose={onClose}>
      <WebhookForm
        webhook={webhook}
        action={t('developers.webhooks.save')}
        change={{ ...change, mutate: (body) => change.mutate(body, { onSuccess: onClose }) }}
        onClose={onClose}
      />
    </Dialog>
  )
}

/** The only time that the secret is shown. */
export function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Dialog title={t('developers.webhooks.secretTitle')} isOpen onClose={onClose} className="sm:max-w-140">
      <div className="flex flex-col gap-4">
        <p className="text-sm text-soft">{t('developers.webhooks.secretText')}</p>
        <Secret label={t('developers.webhooks.secretTitle')} text={secret} />
        <Button look="primary" className="self-end" onClick={onClose}>
          {t('developers.webhooks.done')}
        </Button>
      </div>
    </Dialog>
  )
}

interface Values {
  format?: Webhook['format']
  url: string
  description: string
  event_types: EventType[]
}

function WebhookForm({
  webhook,
  action,
  change,
  onClose,
}: {
  webhook?: Webhook
  action: string
  change: { isPending: boolean; isError: boolean; error: unknown; mutate: (values: Values) => void }
  onClose: () => void
}) {
  const { t } = useTranslation()
  const [format, setFormat] = useState<Webhook['format']>(webhook?.format ?? 'standard')
  const offered = format === 'openai' ? usualTypes : eventTypes
  const [types, setTypes] = useState<readonly EventType[]>(webhook?.event_types ?? usualTypes)
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    change.mutate({
      url: textOf(form, 'url').trim(),
      description: textOf(form, 'description').trim(),
      event_types: types.filter((type) => offered.includes(type)),
      ...(!webhook && { format }),
    })
  }
  const errors = fieldErrors(change.error)
  return (
    <form onSubmit={submit} className="flex flex-col gap-5">
      <Field
        label={t('developers.webhooks.url')}
        hint={t('developers.webhooks.urlHint')}
        name="url"
        type="url"
        placeholder="https://example.org/hook"
        defaultValue={webhook?.url}
        maxLength={2048}
        required
        autoFocus
        error={errors['url']}
      />
      <Field
        label={t('developers.webhooks.description')}
        name="description"
        defaultValue={webhook?.description}
        maxLength={200}
        error={errors['description']}
      />
      {!webhook && (
        <Choice
          label={t('developers.webhooks.format')}
          value={format}
          options={[
            { value: 'standard', label: t('developers.webhooks.formats.standard') },
            { value: 'openai', label: t('developers.webhooks.formats.openai') },
          ]}
          onChange={setFormat}
        />
      )}
      <fieldset>
        <legend className="pb-1 text-xs text-soft">{t('developers.webhooks.events')}</legend>
        <div className="grid gap-x-6 sm:grid-cols-2">
          {offered.map((type) => (
            <Check
              key={type}
              label={type}
              checked={types.includes(type)}
              onChange={({ target }) =>
                setTypes(eventTypes.filter((one) => (one === type ? target.checked : types.includes(one))))
              }
            />
          ))}
        </div>
      </fieldset>
      {change.isError && Object.keys(errors).length === 0 && <ErrorNotice error={change.error} />}
      <FormEnd
        action={action}
        isBusy={change.isPending}
        isReady={types.some((type) => offered.includes(type))}
        onCancel={onClose}
      />
    </form>
  )
}
