import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isStatus } from '../../../lib/api.ts'
import { textOf } from '../../../lib/form.ts'
import { type Address, type Entry, type Inventory, type Probe, useProbe } from '../../../lib/inventory.ts'
import { useTold } from '../../../lib/told.ts'
import { Button } from '../../../ui/button.tsx'
import { Choice } from '../../../ui/choice.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { FormEnd } from '../../../ui/form-end.tsx'
import { ErrorNotice } from '../../../ui/notice.tsx'
import { Problems } from '../../../ui/problem.tsx'
import { say } from '../../../ui/toast.tsx'
import { faultsOf } from '../calls.ts'
import { EngineFields, readEngine } from './engine-fields.tsx'
import { enginesOf, entryFaults, modelsOf, schemaOf, useChanges } from './inventory.ts'
import { ModelFields, readModel } from './model-fields.tsx'
import { useFirstFault } from './use-first-fault.ts'

/** Adds a server by its address: looks what it is, shows what would be made of it, and makes it. */
export function AddServerDialog({ inventory, onClose }: { inventory: Inventory; onClose: () => void }) {
  const { t } = useTranslation()
  const look = useProbe()
  const [address, setAddress] = useState<Address>()
  const [found, setFound] = useState<Probe>()
  return (
    <Dialog title={t('admin.inventory.add')} isOpen onClose={onClose} className="sm:max-w-160">
      {found && address ? (
        <Proposal
          inventory={inventory}
          address={address}
          found={found}
          onBack={() => setFound(undefined)}
          onClose={onClose}
        />
      ) : (
        <Look
          address={address}
          look={look}
          kinds={inventory.kinds}
          onLook={(next) => {
            setAddress(next)
            look.mutate(next, { onSuccess: (answer) => answer.kind !== null && setFound(answer) })
          }}
          onByHand={(kind) => setFound({ ...nothing, kind })}
          onClose={onClose}
        />
      )}
    </Dialog>
  )
}

const nothing: Probe = { kind: null, version: null, found: [], proposal: null, to_check: [], problems: [] }

function Look({
  address,
  look,
  kinds,
  onLook,
  onByHand,
  onClose,
}: {
  address: Address | undefined
  look: ReturnType<typeof useProbe>
  kinds: Inventory['kinds']
  onLook: (address: Address) => void
  onByHand: (kind: string) => void
  onClose: () => void
}) {
  const { t } = useTranslation()
  const { byField, other } = faultsOf(look.error, ['url', 'secret'])
  const [kind, setKind] = useState(kinds[0]?.kind ?? '')
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const secret = textOf(form, 'secret').trim()
    const auth = textOf(form, 'auth') as 'bearer' | 'basic'
    onLook({ url: textOf(form, 'url').trim(), ...(secret !== '' && { secret, auth }) })
  }
  const isUnknown = look.data?.kind === null
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <p className="text-sm text-soft">{t('admin.inventory.addText')}</p>
      <Field
        label={t('admin.inventory.address')}
        name="url"
        required
        maxLength={2048}
        autoComplete="off"
        placeholder="http://10.0.0.5:8188"
        defaultValue={address?.url}
        hint={t('admin.inventory.addressHint')}
        error={byField['url']}
      />
      <div className="grid grid-cols-1 items-start gap-3 sm:grid-cols-2">
        <Field
          label={t('admin.inventory.keyIfAny')}
          name="secret"
          type="password"
          autoComplete="off"
          maxLength={4096}
          hint={t('admin.inventory.keyHint')}
          error={byField['secret']}
        />
        <Choice
          label={t('admin.inventory.auth')}
          name="auth"
          options={(['bearer', 'basic'] as const).map((value) => ({
            value,
            label: t(`admin.inventory.auths.${value}`),
          }))}
        />
      </div>
      <div aria-live="polite" className="flex flex-col gap-3">
        {look.isPending && <p className="text-sm text-soft">{t('admin.inventory.looking')}</p>}
        {isUnknown && (
          <>
            <p className="text-sm">{t('admin.inventory.unknown')}</p>
            <Problems problems={look.data!.problems} />
          </>
        )}
      </div>
      {other !== null && <ErrorNotice error={other} />}
      {isUnknown && (
        <div className="flex flex-wrap items-end gap-3">
          <Choice
            label={t('admin.inventory.kind')}
            value={kind}
            options={kinds.map((each) => ({ value: each.kind, label: each.title }))}
            onChange={setKind}
          />
          <Button onClick={() => onByHand(kind)}>{t('admin.inventory.byHand')}</Button>
        </div>
      )}
      <FormEnd action={t('admin.inventory.look')} isBusy={look.isPending} onCancel={onClose} />
    </form>
  )
}

function Proposal({
  inventory,
  address,
  found,
  onBack,
  onClose,
}: {
  inventory: Inventory
  address: Address
  found: Probe
  onBack: () => void
  onClose: () => void
}) {
  const { t } = useTranslation()
  const changes = useChanges()
  const tell = useTold()
  const kind = inventory.kinds.find((each) => each.kind === found.kind)!
  const models = Object.entries((found.proposal?.models ?? {}) as Record<string, Entry>)
  const [wrong, setWrong] = useState<Record<string, Record<string, string>>>({})
  const form = useFirstFault(changes.error, wrong)
  const schema = schemaOf(inventory.model_fields)
  const prefixOf = (name: string): string => `model:${name}/`

  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const words = { json: t('admin.inventory.noJson'), price: t('admin.prices.wrong') }
    const auth = address.secret === undefined ? {} : { auth: address.auth ?? 'bearer' }
    const given = { kind: kind.kind, url: address.url, ...auth }
    const engine = readEngine(form, schemaOf(kind.engine), given, words.json)
    const read = models.map(([name]) => [name, readModel(form, prefixOf(name), schema, words)] as const)
    const faults = Object.fromEntries(
      read.flatMap(([name, one]) => ('faults' in one ? [[name, one.faults]] : [])),
    )
    const name = textOf(form, 'name').trim()
    const isTaken = enginesOf(inventory).some((known) => known.name === name)
    setWrong({
      ...faults,
      ...('faults' in engine && { '': engine.faults }),
      ...(isTaken && { '': { name: t('admin.inventory.nameTaken', { name }) } }),
    })
    if ('faults' in engine || isTaken || Object.keys(faults).length > 0) return
    const brought = Object.fromEntries(
      read.flatMap(([model, one]) => ('entry' in one ? [[model, one.entry]] : [])),
    )
    const body = {
      ...engine.body,
      ...(address.secret !== undefined && { secret: address.secret }),
      ...(models.length > 0 && { models: brought }),
    }
    changes.mutate(
      { engines: [{ name, body }] },
      {
        onSuccess: () => {
          onClose()
          say(t('admin.inventory.added', { engine: name }))
        },
      },
    )
  }
  const faultsAt = (model?: string) => wrong[model ?? ''] ?? entryFaults(changes.error, model)
  const isTold = [undefined, ...models.map(([name]) => name)].some(
    (place) => Object.keys(entryFaults(changes.error, place)).length > 0,
  )
  return (
    <form ref={form} onSubmit={submit} className="flex flex-col gap-5">
      <div className="flex flex-col gap-2">
        <p className="text-sm">
          <span className="font-medium">{[kind.title, found.version].filter(Boolean).join(' ')}</span>
          <span className="block text-xs break-all text-faint">{address.url}</span>
        </p>
        {found.found.length > 1 && (
          <ul className="list-inside list-disc text-sm text-soft">
            {found.found.slice(1).map((each) => (
              <li key={each.message}>{tell(each).message}</li>
            ))}
          </ul>
        )}
        {found.to_check.length > 0 && (
          <div className="border-l-2 border-accent pl-3 text-sm">
            <p>{t('admin.inventory.toCheck')}</p>
            {found.to_check.map((each) => (
              <p key={each.message} className="text-soft">
                {tell(each).message}
              </p>
            ))}
          </div>
        )}
        <Problems problems={found.problems} />
        {found.proposal === null && <p className="text-sm text-soft">{t('admin.inventory.noProposal')}</p>}
      </div>
      <EngineFields
        schema={schemaOf(kind.engine)}
        entry={(found.proposal?.engine ?? {}) as Entry}
        hasSecret={false}
        isNew
        faults={faultsAt()}
        hint={t('admin.inventory.engineModelsHint', {
          models:
            [...modelsOf(inventory).map(({ name }) => name), ...models.map(([name]) => name)].join(', ') ||
            t('admin.inventory.noModels'),
        })}
      />
      {models.map(([name, entry]) => (
        <section key={name} className="flex flex-col gap-3 border-t border-line pt-4">
          <h3 className="text-sm font-medium">{t('admin.inventory.newModel', { name })}</h3>
          <ModelFields schema={schema} prefix={prefixOf(name)} entry={entry} faults={faultsAt(name)} />
        </section>
      ))}
      {changes.isError && !isTold && <ChangeError error={changes.error} />}
      <div className="flex items-center justify-between gap-2">
        <Button look="quiet" onClick={onBack}>
          {t('admin.inventory.back')}
        </Button>
        <FormEnd action={t('admin.inventory.addIt')} isBusy={changes.isPending} onCancel={onClose} />
      </div>
    </form>
  )
}

/** Why a change was refused; where somebody was faster, that what is there now has been read. */
export function ChangeError({ error }: { error: unknown }) {
  const { t } = useTranslation()
  if (isStatus(error, 409) && error.code === 'inventory_changed')
    return (
      <p role="alert" className="border-l-2 border-accent pl-3 text-sm">
        {t('admin.inventory.changedMeanwhile')}
      </p>
    )
  return <ErrorNotice error={error} />
}
