import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { textOf } from '../../../lib/form.ts'
import type { Inventory } from '../../../lib/inventory.ts'
import { Check } from '../../../ui/check.tsx'
import { Danger } from '../../../ui/danger.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { FormEnd } from '../../../ui/form-end.tsx'
import { say } from '../../../ui/toast.tsx'
import { ChangeError } from './add-server-dialog.tsx'
import { entryFaults, type Model, modelsOf, schemaOf, useChanges } from './inventory.ts'
import { ModelFields, readModel } from './model-fields.tsx'
import { useFirstFault } from './use-first-fault.ts'

/** Adds a model, or changes one. */
export function ModelDialog({
  model,
  inventory,
  onClose,
}: {
  model?: Model
  inventory: Inventory
  onClose: () => void
}) {
  const { t } = useTranslation()
  const changes = useChanges()
  const [wrong, setWrong] = useState<Record<string, string>>()
  const form = useFirstFault(changes.error, wrong)
  const schema = schemaOf(inventory.model_fields)
  const isFirst = model !== undefined && modelsOf(inventory)[0]?.name === model.name
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const words = { json: t('admin.inventory.noJson'), price: t('admin.prices.wrong') }
    const read = readModel(form, '', schema, words)
    setWrong('faults' in read ? read.faults : undefined)
    if ('faults' in read) return
    const name = model?.name ?? textOf(form, 'name').trim()
    const is_default = form.has('default')
    changes.mutate(
      { models: [{ name, body: { entry: read.entry, ...(is_default && { is_default }) } }] },
      {
        onSuccess: () => {
          onClose()
          say(t('admin.inventory.changed', { name }))
        },
      },
    )
  }
  const faults = entryFaults(changes.error)
  return (
    <Dialog
      title={model ? t('admin.inventory.changeTitle', { name: model.name }) : t('admin.inventory.addModel')}
      isOpen
      onClose={onClose}
      className="sm:max-w-160"
    >
      <form ref={form} onSubmit={submit} className="flex flex-col gap-4">
        {!model && (
          <Field
            label={t('admin.inventory.name')}
            name="name"
            required
            maxLength={64}
            pattern="[A-Za-z0-9][A-Za-z0-9._\-]*"
            autoComplete="off"
            hint={t('admin.inventory.modelNameHint')}
          />
        )}
        <ModelFields schema={schema} prefix="" entry={model ?? fresh} faults={wrong ?? faults} />
        {!isFirst && (
          <Check
            label={t('admin.inventory.makeDefault')}
            hint={t('admin.inventory.makeDefaultHint')}
            name="default"
          />
        )}
        {changes.isError && Object.keys(faults).length === 0 && <ChangeError error={changes.error} />}
        <FormEnd
          action={t(model ? 'admin.inventory.save' : 'admin.inventory.addModel')}
          isBusy={changes.isPending}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  )
}

const fresh: Model = { name: '', fps: 16, seconds: { min: 1, max: 5, default: 5 } }

/** Asks before a model or a graph goes. */
export function RemoveEntry({
  place,
  name,
  text,
  onClose,
}: {
  place: 'models' | 'graphs'
  name: string
  text: string
  onClose: () => void
}) {
  const { t } = useTranslation()
  const changes = useChanges()
  return (
    <Danger
      title={t('admin.inventory.removeTitle', { name })}
      action={t('admin.inventory.remove')}
      name={name}
      isBusy={changes.isPending}
      error={changes.error}
      onConfirm={() =>
        changes.mutate(
          { remove: { place, name } },
          {
            onSuccess: () => {
              onClose()
              say(t('admin.inventory.removed', { name }))
            },
          },
        )
      }
      onClose={onClose}
    >
      {text}
    </Danger>
  )
}
