import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldErrors } from '../../lib/api.ts'
import { textOf } from '../../lib/form.ts'
import { Button } from '../../ui/button.tsx'
import { Check } from '../../ui/check.tsx'
import { Choice } from '../../ui/choice.tsx'
import { Code } from '../../ui/code.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { FormEnd } from '../../ui/form-end.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'
import { Secret } from '../../ui/secret.tsx'
import { exampleCall, type Scope, scopes, useCreateKey, wordOf } from './keys.ts'

const usual: readonly Scope[] = ['video:read', 'video:write', 'agent', 'account:read']

/** Makes a key, and shows it: the only time. */
export function CreateKeyDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const create = useCreateKey()
  const [may, setMay] = useState<readonly Scope[]>(usual)
  const [hasCap, setHasCap] = useState(false)
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const days = Number(textOf(form, 'days'))
    const cap = Math.round(Number(textOf(form, 'cap')) * 100)
    const rate = Number(textOf(form, 'rate_limit_per_minute'))
    create.mutate({
      name: textOf(form, 'name').trim(),
      scopes: [...may],
      ...(days > 0 && { expires_at: new Date(Date.now() + days * 86_400_000).toISOString() }),
      ...(cap > 0 && {
        spend_cap: cap,
        spend_cap_period: textOf(form, 'period') === 'total' ? 'total' : 'month',
      }),
      ...(rate > 0 && { rate_limit_per_minute: rate }),
    })
  }
  const errors = fieldErrors(create.error)
  if (create.data) {
    const { api_key, scopes: granted } = create.data
    return (
      <Dialog title={t('developers.keys.createdTitle')} isOpen onClose={onClose} className="sm:max-w-140">
        <div className="flex flex-col gap-4">
          <p className="text-sm text-soft">{t('developers.keys.createdText')}</p>
          <Secret label={t('developers.keys.createdTitle')} text={api_key} />
          <Code label={t('developers.keys.tryIt')} versions={{ curl: exampleCall(api_key, granted) }} />
          <Button look="primary" className="self-end" onClick={onClose}>
            {t('developers.keys.done')}
          </Button>
        </div>
      </Dialog>
    )
  }
  return (
    <Dialog title={t('developers.keys.create')} isOpen onClose={onClose}>
      <form onSubmit={submit} className="flex flex-col gap-5">
        <Field
          label={t('developers.keys.name')}
          hint={t('developers.keys.nameHint')}
          name="name"
          autoComplete="off"
          maxLength={64}
          required
          autoFocus
          error={errors['name']}
        />
        <fieldset>
          <legend className="pb-1 text-xs text-soft">{t('developers.keys.may')}</legend>
          {scopes.map((scope) => (
            <Check
              key={scope}
              label={t(`developers.keys.scope.${wordOf(scope)}`)}
              checked={may.includes(scope)}
              onChange={({ target }) =>
                setMay(scopes.filter((one) => (one === scope ? target.checked : may.includes(one))))
              }
            />
          ))}
        </fieldset>
        <div className="grid gap-4 sm:grid-cols-2">
          <Choice
            label={t('developers.keys.expires')}
            name="days"
            defaultValue="90"
            options={[
              { value: '7', label: t('developers.keys.days', { count: 7 }) },
              { value: '30', label: t('developers.keys.days', { count: 30 }) },
              { value: '90', label: t('developers.keys.days', { count: 90 }) },
              { value: '365', label: t('developers.keys.year') },
              { value: '', label: t('developers.never') },
            ]}
          />
          <Field
            label={t('developers.keys.rate')}
            hint={t('developers.keys.rateHint')}
            name="rate_limit_per_minute"
            type="number"
            min={1}
            max={6000}
            error={errors['rate_limit_per_minute']}
          />
          <Field
            label={t('developers.keys.cap')}
            hint={t('developers.keys.capHint')}
            name="cap"
            type="number"
            min={0.01}
            max={10_000_000}
            step={0.01}
            onChange={({ target }) => setHasCap(target.value !== '')}
            error={errors['spend_cap']}
          />
          {hasCap && (
            <Choice
              label={t('developers.keys.period')}
              name="period"
              options={[
                { value: 'month', label: t('developers.keys.month') },
                { value: 'total', label: t('developers.keys.total') },
              ]}
            />
          )}
        </div>
        {create.isError && Object.keys(errors).length === 0 && <ErrorNotice error={create.error} />}
        <FormEnd
          action={t('developers.keys.create')}
          isBusy={create.isPending}
          isReady={may.length > 0}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  )
}
