import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { bytes, number } from '../../../lib/format.ts'
import { textOf } from '../../../lib/form.ts'
import type { Inventory } from '../../../lib/inventory.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { FormEnd } from '../../../ui/form-end.tsx'
import { say } from '../../../ui/toast.tsx'
import { Table } from '../../../ui/table.tsx'
import { Part } from '../head.tsx'
import { ChangeError } from './add-server-dialog.tsx'
import { parseObject } from './entry-form.ts'
import { entryFaults, faultsBeside, useChanges } from './inventory.ts'
import { RemoveEntry } from './model-dialog.tsx'

/** The graphs of one's own that engines of ComfyUI can run. */
export function Graphs({ graphs }: { graphs: Inventory['graphs'] }) {
  const { t } = useTranslation()
  const [sending, setSending] = useState<{ name?: string }>()
  const [removing, setRemoving] = useState<string>()
  return (
    <Part
      title={t('admin.inventory.graphs')}
      action={<Button onClick={() => setSending({})}>{t('admin.inventory.upload')}</Button>}
    >
      <p className="max-w-160 text-sm text-soft">{t('admin.inventory.graphsText')}</p>
      {graphs.length > 0 && (
        <Table
          label={t('admin.inventory.graphs')}
          rows={graphs}
          keyOf={({ name }) => name}
          columns={[
            { head: t('admin.inventory.name'), cell: ({ name }) => name },
            { head: t('admin.inventory.nodes'), isNumber: true, cell: ({ nodes }) => number(nodes) },
            { head: t('admin.task.size'), isNumber: true, cell: ({ size_bytes }) => bytes(size_bytes) },
            {
              head: t('admin.inventory.doings'),
              cell: ({ name }) => (
                <span className="-ml-3 flex">
                  <Button
                    look="quiet"
                    aria-label={`${t('admin.inventory.replace')}: ${name}`}
                    onClick={() => setSending({ name })}
                  >
                    {t('admin.inventory.replace')}
                  </Button>
                  <Button
                    look="danger"
                    aria-label={`${t('admin.inventory.remove')}: ${name}`}
                    onClick={() => setRemoving(name)}
                  >
                    {t('admin.inventory.remove')}
                  </Button>
                </span>
              ),
            },
          ]}
        />
      )}
      {sending && <UploadDialog {...sending} onClose={() => setSending(undefined)} />}
      {removing !== undefined && (
        <RemoveEntry
          place="graphs"
          name={removing}
          text={t('admin.inventory.removeGraph')}
          onClose={() => setRemoving(undefined)}
        />
      )}
    </Part>
  )
}

function UploadDialog({ name, onClose }: { name?: string; onClose: () => void }) {
  const { t } = useTranslation()
  const changes = useChanges()
  const [isWrong, setWrong] = useState(false)
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const file = form.get('file')
    const graph = file instanceof File ? parseObject(await file.text()) : undefined
    setWrong(!graph)
    if (!graph) return
    const used = name ?? textOf(form, 'name').trim()
    changes.mutate(
      { graphs: [{ name: used, body: { graph } }] },
      {
        onSuccess: () => {
          onClose()
          say(t('admin.inventory.changed', { name: used }))
        },
      },
    )
  }
  const told = faultsBeside(entryFaults(changes.error), () => false)
  return (
    <Dialog
      title={name === undefined ? t('admin.inventory.upload') : t('admin.inventory.changeTitle', { name })}
      isOpen
      onClose={onClose}
    >
      <form onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
        {name === undefined && (
          <Field
            label={t('admin.inventory.name')}
            name="name"
            required
            maxLength={64}
            pattern="[A-Za-z0-9][A-Za-z0-9._\-]*"
            autoComplete="off"
            hint={t('admin.inventory.graphNameHint')}
          />
        )}
        <Field
          label={t('admin.inventory.file')}
          name="file"
          type="file"
          accept="application/json,.json"
          required
          className="text-sm"
          hint={t('admin.inventory.fileHint')}
          error={isWrong ? t('admin.inventory.noJson') : told}
        />
        {changes.isError && told === undefined && <ChangeError error={changes.error} />}
        <FormEnd
          action={t(name === undefined ? 'admin.inventory.upload' : 'admin.inventory.replace')}
          isBusy={changes.isPending}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  )
}
