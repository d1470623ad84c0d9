import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { resultUrl } from '../../../lib/api.ts'
import type { Inventory } from '../../../lib/inventory.ts'
import { Button } from '../../../ui/button.tsx'
import { Danger } from '../../../ui/danger.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { FormEnd } from '../../../ui/form-end.tsx'
import { ErrorNotice } from '../../../ui/notice.tsx'
import { Problems } from '../../../ui/problem.tsx'
import { State } from '../../../ui/state.tsx'
import { say } from '../../../ui/toast.tsx'
import { linkClass } from '../head.tsx'
import { queuesQuery, slotsQuery } from '../machines.ts'
import { TaskState } from '../task-list.tsx'
import { taskQuery } from '../tasks.ts'
import { ChangeError } from './add-server-dialog.tsx'
import { EngineFields, readEngine } from './engine-fields.tsx'
import {
  type Answer,
  type Engine,
  enginesOf,
  entryFaults,
  modelsOf,
  schemaOf,
  usedBy,
  useChanges,
  useCheck,
  useTestVideo,
} from './inventory.ts'
import { useFirstFault } from './use-first-fault.ts'

/** What can be done with an engine of the inventory: ask it, try it, and change or remove it where no file names it. */
export function EngineDoings({ engine, inventory }: { engine: Engine; inventory: Inventory }) {
  const { t } = useTranslation()
  const check = useCheck(engine.name)
  const trial = useTestVideo(engine.name)
  const [asking, setAsking] = useState<'change' | 'remove'>()
  const labelOf = (action: string): string => `${action}: ${engine.name}`
  const onClose = (): void => setAsking(undefined)
  return (
    <div className="flex flex-col gap-3">
      <div className="-ml-3 flex flex-wrap gap-1">
        <Button
          look="quiet"
          aria-label={labelOf(t('admin.inventory.check'))}
          disabled={check.isPending}
          onClick={() => check.mutate()}
        >
          {t('admin.inventory.check')}
        </Button>
        <Button
          look="quiet"
          aria-label={labelOf(t('admin.inventory.test'))}
          disabled={trial.isPending}
          onClick={() => trial.mutate()}
        >
          {t('admin.inventory.test')}
        </Button>
        {inventory.source === 'database' && (
          <>
            <Button
              look="quiet"
              aria-label={labelOf(t('admin.inventory.change'))}
              onClick={() => setAsking('change')}
            >
              {t('admin.inventory.change')}
            </Button>
            <Button
              look="danger"
              aria-label={labelOf(t('admin.inventory.remove'))}
              onClick={() => setAsking('remove')}
            >
              {t('admin.inventory.remove')}
            </Button>
          </>
        )}
      </div>
      <div aria-live="polite" className="flex flex-col gap-3">
        {check.isPending && <p className="text-sm text-soft">{t('admin.inventory.looking')}</p>}
        {check.data && !check.isPending && <Checked answer={check.data} />}
        {check.isError && <ErrorNotice error={check.error} />}
        {trial.data && <Trial key={trial.data.task_id} {...trial.data} engine={engine.name} />}
        {trial.isError && <ErrorNotice error={trial.error} />}
      </div>
      {asking === 'change' && <ChangeDialog engine={engine} inventory={inventory} onClose={onClose} />}
      {asking === 'remove' && <RemoveDialog engine={engine} inventory={inventory} onClose={onClose} />}
    </div>
  )
}

function Checked({ answer }: { answer: Answer }) {
  const { t } = useTranslation()
  const offers = answer.offers.map(({ model, modes }) => `${model} (${modes.join(', ')})`).join(', ')
  return (
    <>
      <p className="flex flex-wrap gap-x-4 text-sm">
        <State tone={answer.is_reachable ? 'good' : 'bad'}>
          {t(answer.is_reachable ? 'admin.inventory.reached' : 'admin.inventory.notReached')}
        </State>
        {answer.version !== null && (
          <span className="text-soft">{t('admin.inventory.version', { version: answer.version })}</span>
        )}
        {answer.is_reachable && (
          <span className="text-soft">
            {offers === '' ? t('admin.inventory.offersNothing') : t('admin.inventory.offers', { offers })}
          </span>
        )}
      </p>
      <Problems problems={answer.problems} />
    </>
  )
}

const follow_ms = 1_000

/** A first video, from its submission to its end. */
function Trial({ task_id, model, engine }: { task_id: string; model: string; engine: string }) {
  const { t } = useTranslation()
  const task = useQuery({
    ...taskQuery(task_id),
    refetchInterval: ({ state }) => (state.data && state.data.completed_at !== null ? false : follow_ms),
  })
  const by = task.data?.attempts.at(-1)?.engine
  return (
    <div className="flex flex-col gap-2 text-sm">
      <p className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <span>{t('admin.inventory.testOf', { model })}</span>
        {task.data && <TaskState status={task.data.status} />}
        <Link to="/admin/tasks/$task_id" params={{ task_id }} className={`${linkClass} font-mono text-xs`}>
          {task_id}
        </Link>
      </p>
      {by !== undefined && by !== engine && (
        <p className="text-soft">{t('admin.inventory.testElsewhere', { engine: by })}</p>
      )}
      {task.data?.status === 'queued' && <p className="text-soft">{t('admin.inventory.testWaits')}</p>}
      {task.data?.error && <p className="border-l-2 border-bad pl-3">{task.data.error.message}</p>}
      {task.data?.status === 'completed' && (
        // oxlint-disable-next-line jsx-a11y/media-has-caption -- generated videos have no speech
        <video
          src={resultUrl(task_id)}
          aria-label={t('admin.inventory.testOf', { model })}
          controls
          loop
          playsInline
          preload="metadata"
          className="max-h-60 w-full max-w-100 rounded-media bg-black"
        />
      )}
      {task.isError && <ErrorNotice error={task.error} />}
    </div>
  )
}

function ChangeDialog({
  engine,
  inventory,
  onClose,
}: {
  engine: Engine
  inventory: Inventory
  onClose: () => void
}) {
  const { t, i18n } = useTranslation()
  const changes = useChanges()
  const [wrong, setWrong] = useState<Record<string, string>>()
  const form = useFirstFault(changes.error, wrong)
  const kind = inventory.kinds.find((each) => each.kind === engine.kind)!
  const words: string = `admin.inventory.about.${kind.kind}`
  const about = i18n.exists(words) ? t(words as 'admin.inventory.about.comfyui') : kind.about
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const { kind: of, auth } = engine
    const given = { kind: of, ...(auth !== undefined && { auth }) }
    const form = new FormData(event.currentTarget)
    const read = readEngine(form, schemaOf(kind.engine), given, t('admin.inventory.noJson'))
    setWrong('faults' in read ? read.faults : undefined)
    if ('faults' in read) return
    changes.mutate(
      { engines: [{ name: engine.name, body: read.body }] },
      {
        onSuccess: () => {
          onClose()
          say(t('admin.inventory.changed', { name: engine.name }))
        },
      },
    )
  }
  const faults = entryFaults(changes.error)
  return (
    <Dialog
      title={t('admin.inventory.changeTitle', { name: engine.name })}
      isOpen
      onClose={onClose}
      className="sm:max-w-160"
    >
      <form ref={form} onSubmit={submit} className="flex flex-col gap-5">
        <p className="text-sm text-soft">
          {kind.title} · {about}
        </p>
        <EngineFields
          schema={schemaOf(kind.engine)}
          entry={engine}
          hasSecret={engine.has_secret}
          isNew={false}
          faults={wrong ?? faults}
          hint={t('admin.inventory.engineModelsHint', {
            models: modelsOf(inventory)
              .map(({ name }) => name)
              .join(', '),
          })}
        />
        {changes.isError && Object.keys(faults).length === 0 && <ChangeError error={changes.error} />}
        <FormEnd action={t('admin.inventory.save')} isBusy={changes.isPending} onCancel={onClose} />
      </form>
    </Dialog>
  )
}

function RemoveDialog({
  engine,
  inventory,
  onClose,
}: {
  engine: Engine
  inventory: Inventory
  onClose: () => void
}) {
  const { t } = useTranslation()
  const changes = useChanges()
  const { data: slots = [] } = useQuery(slotsQuery)
  const { data: queues } = useQuery(queuesQuery)
  const running = slots.filter((slot) => slot.engine === engine.name && slot.task_id !== null).length
  const others = enginesOf(inventory).filter(({ name }) => name !== engine.name)
  const alone = usedBy(engine).filter((model) => !others.some((other) => usedBy(other).includes(model)))
  const waitingOf = (model: string): number =>
    queues?.items.find((queue) => queue.model === model)?.queued ?? 0
  return (
    <Danger
      title={t('admin.inventory.removeTitle', { name: engine.name })}
      action={t('admin.inventory.remove')}
      name={engine.name}
      isBusy={changes.isPending}
      error={changes.error}
      // The card goes with its engine, and this with it: what `mutate` is given would not be called.
      onConfirm={() =>
        void changes.mutateAsync({ remove: { place: 'engines', name: engine.name } }).then(
          () => {
            onClose()
            say(t('admin.inventory.removed', { name: engine.name }))
          },
          () => undefined,
        )
      }
      onClose={onClose}
    >
      <p>{t('admin.inventory.removeRunning', { count: running })}</p>
      {alone.length === 0 ? (
        <p>{t('admin.inventory.removeOthers')}</p>
      ) : (
        alone.map((model) => (
          <p key={model}>{t('admin.inventory.removeAlone', { model, count: waitingOf(model) })}</p>
        ))
      )}
      {engine.has_secret && <p>{t('admin.inventory.removeKey')}</p>}
    </Danger>
  )
}

/** An engine that no worker has told of yet. */
export function UntriedCard({ engine, inventory }: { engine: Engine; inventory: Inventory }) {
  const { t } = useTranslation()
  return (
    <li className="flex flex-col gap-3 border-t border-line py-4">
      <div>
        <p className="flex flex-wrap items-baseline gap-x-4">
          <span className="font-medium">{engine.name}</span>
          <State tone="busy">{t('admin.inventory.untried')}</State>
        </p>
        <p className="text-xs break-all text-faint">{`${engine.kind} · ${engine.url}`}</p>
      </div>
      <p className="text-sm text-soft">{t('admin.inventory.untriedText')}</p>
      <EngineDoings engine={engine} inventory={inventory} />
    </li>
  )
}
