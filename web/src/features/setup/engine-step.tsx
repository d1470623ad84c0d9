import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldErrors, needsSecondFactor } from '../../lib/api.ts'
import { textOf } from '../../lib/form.ts'
import { inventoryQuery, type Inventory, type Proposal, useProbe } from '../../lib/inventory.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Lines } from '../../ui/lines.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'
import { Problems } from '../../ui/problem.tsx'
import { State } from '../../ui/state.tsx'
import { makerOf, reachQuery, useOffer } from './calls.ts'
import { Found } from './found.tsx'
import { SetupFrame } from './frame.tsx'
import { SecondFactorFirst } from './second-factor.tsx'
import { type Maker, preview } from './steps.ts'

/** What makes the videos: the built-in preview, or a server of one's own, which is looked at and taken up here. */
export function EngineStep({ hasPreview, onNext }: { hasPreview: boolean; onNext: (maker: Maker) => void }) {
  const { t } = useTranslation()
  const inventory = useQuery(inventoryQuery)
  const probe = useProbe()
  const offer = useOffer()
  const [awaited, setAwaited] = useState<Maker>()
  const isShut = needsSecondFactor(inventory.error)
  if (awaited)
    return <Waiting maker={awaited} onNext={() => onNext(awaited)} onBack={() => setAwaited(undefined)} />
  if (inventory.data?.source === 'file')
    return <FromFile inventory={inventory.data} hasPreview={hasPreview} onNext={onNext} />
  const named = inventory.data?.engines ?? []
  return (
    <SetupFrame step="engine" title={t('admin.setup.engine.title')} text={t('admin.setup.engine.text')}>
      {inventory.isPending && <Lines count={2} height="h-32" />}
      {inventory.isError && !isShut && (
        <ErrorNotice error={inventory.error} onRetry={() => void inventory.refetch()} />
      )}
      {!inventory.isPending && (
        <div className="grid gap-x-10 gap-y-8 md:grid-cols-2">
          {hasPreview && (
            <Way title={t('admin.setup.engine.preview.title')} text={t('admin.setup.engine.preview.text')}>
              <Button
                look={probe.data?.proposal ? 'plain' : 'primary'}
                className="h-9"
                autoFocus
                onClick={() => onNext(preview)}
              >
                {t('admin.setup.engine.preview.use')}
              </Button>
            </Way>
          )}
          <Way title={t('admin.setup.engine.server.title')} text={t('admin.setup.engine.server.text')}>
            {isShut && <SecondFactorFirst text={t('admin.setup.factor.engine')} />}
            {inventory.isSuccess && (
              <>
                {named.length > 0 && (
                  <Named
                    engines={named}
                    onUse={(engine) => setAwaited(makerOf(engine, inventory.data.models))}
                  />
                )}
                <Connect hasPreview={hasPreview} probe={probe} offer={offer} onTaken={setAwaited} />
              </>
            )}
          </Way>
        </div>
      )}
    </SetupFrame>
  )
}

function Way({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <section className="flex min-w-0 flex-col items-start gap-3 border-t border-line pt-4">
      <h2 className="text-base font-medium">{title}</h2>
      <p className="text-sm text-soft text-pretty">{text}</p>
      {children}
    </section>
  )
}

/** The address of a server, what is there, and its being taken up. */
function Connect({
  hasPreview,
  probe,
  offer,
  onTaken,
}: {
  hasPreview: boolean
  probe: ReturnType<typeof useProbe>
  offer: ReturnType<typeof useOffer>
  onTaken: (maker: Maker) => void
}) {
  const { t } = useTranslation()
  const [hasKey, setHasKey] = useState(false)
  const outcome = useRef<HTMLDivElement>(null)
  // On a phone it comes below the end of the screen.
  useEffect(() => {
    if (probe.data) outcome.current?.scrollIntoView({ block: 'nearest' })
  }, [probe.data])
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const typed = textOf(form, 'url').trim()
    offer.reset()
    const secret = textOf(form, 'secret').trim()
    probe.mutate({
      url: /^https?:\/\//i.test(typed) ? typed : `http://${typed}`,
      ...(secret !== '' && { secret }),
    })
  }
  const errors = fieldErrors(probe.error)
  const isAtField = 'url' in errors || 'secret' in errors
  const proposal = probe.data?.proposal as Proposal | null | undefined
  return (
    <div className="flex w-full flex-col gap-4">
      <form onSubmit={submit} className="flex flex-col gap-3">
        <Field
          label={t('admin.setup.engine.server.address')}
          hint={t('admin.setup.engine.server.addressHint')}
          name="url"
          inputMode="url"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={2000}
          required
          autoFocus={!hasPreview}
          error={errors['url'] === undefined ? undefined : t('admin.setup.engine.server.badAddress')}
        />
        {hasKey ? (
          <Field
            label={t('admin.setup.engine.server.key')}
            name="secret"
            type="password"
            autoComplete="off"
            maxLength={4096}
            autoFocus
            error={errors['secret']}
          />
        ) : (
          <Button look="quiet" className="-ml-3 self-start" onClick={() => setHasKey(true)}>
            {t('admin.setup.engine.server.hasKey')}
          </Button>
        )}
        <Button
          type="submit"
          look={hasPreview || proposal ? 'plain' : 'primary'}
          className="h-9 self-start"
          disabled={probe.isPending || offer.isPending}
        >
          {t(probe.isPending ? 'admin.setup.engine.server.looking' : 'admin.setup.engine.server.look')}
        </Button>
      </form>
      <div ref={outcome} aria-live="polite" className="flex scroll-mb-8 flex-col gap-4 empty:hidden">
        {probe.isError && !isAtField && <ErrorNotice error={probe.error} />}
        {probe.data && <Found found={probe.data} proposal={proposal ?? null} />}
        {offer.isError && <ErrorNotice error={offer.error} />}
      </div>
      {proposal && (
        <Button
          look="primary"
          className="h-9 self-start"
          disabled={offer.isPending || probe.isPending}
          onClick={() =>
            offer.mutate({ proposal, secret: probe.variables?.secret ?? null }, { onSuccess: onTaken })
          }
        >
          {t('admin.setup.engine.use')}
        </Button>
      )}
    </div>
  )
}

/** Servers that were taken up before: after a reload, or by the API. */
function Named({
  engines,
  onUse,
}: {
  engines: Inventory['engines']
  onUse: (engine: Inventory['engines'][number]) => void
}) {
  const { t } = useTranslation()
  return (
    <ul className="flex w-full flex-col">
      {engines.map((engine) => (
        <li
          key={String(engine['name'])}
          className="flex items-center justify-between gap-3 border-t border-line py-2"
        >
          <EngineLine engine={engine} />
          <Button onClick={() => onUse(engine)}>{t('admin.setup.engine.use')}</Button>
        </li>
      ))}
    </ul>
  )
}

function EngineLine({ engine }: { engine: Inventory['engines'][number] }) {
  const url = engine['url']
  return (
    <div className="min-w-0 text-sm">
      <p className="break-words">{String(engine['name'])}</p>
      <p className="text-xs break-all text-faint">
        {[engine['kind'], url].filter((part) => typeof part === 'string').join(' · ')}
      </p>
    </div>
  )
}

/** Waits until a worker has reached the engine, and goes on by itself. */
function Waiting({ maker, onNext, onBack }: { maker: Maker; onNext: () => void; onBack: () => void }) {
  const { t } = useTranslation()
  const reach = useQuery(reachQuery)
  const views = (reach.data ?? []).filter(({ engine }) => engine === maker.engine)
  const isReached = views.some(
    ({ is_reachable, offers }) => is_reachable && offers.some(({ model }) => model === maker.model),
  )
  const problems = new Map(views.flatMap((view) => view.problems).map((each) => [each.message, each]))
  useEffect(() => {
    if (isReached) onNext()
  }, [isReached, onNext])
  const { engine, model } = maker
  return (
    <SetupFrame step="engine" title={t('admin.setup.engine.waiting.title', { engine })}>
      <div role="status" className="flex flex-col items-start gap-3">
        <State tone="busy">
          {t(views.length === 0 ? 'admin.setup.engine.waiting.worker' : 'admin.setup.engine.waiting.offer', {
            engine,
            model,
          })}
        </State>
        <Problems problems={[...problems.values()]} />
      </div>
      {reach.isError && <ErrorNotice error={reach.error} />}
      <div className="flex flex-wrap gap-2">
        <Button onClick={onNext}>{t('admin.setup.engine.waiting.goOn')}</Button>
        <Button look="quiet" onClick={onBack}>
          {t('admin.setup.back')}
        </Button>
      </div>
    </SetupFrame>
  )
}

/** Where a file says what the engines are, they are shown as they are: the file is edited, not this page. */
function FromFile({
  inventory: { engines, models },
  hasPreview,
  onNext,
}: {
  inventory: Inventory
  hasPreview: boolean
  onNext: (maker: Maker) => void
}) {
  const { t } = useTranslation()
  const reach = useQuery(reachQuery)
  const isReached = (engine: Inventory['engines'][number]): boolean =>
    (reach.data ?? []).some((view) => view.engine === engine['name'] && view.is_reachable)
  const first = engines.find(isReached) ?? engines[0]
  const maker = first === undefined ? preview : makerOf(first, models)
  return (
    <SetupFrame step="engine" title={t('admin.setup.engine.title')} text={t('admin.setup.engine.file')}>
      <ul className="flex flex-col border-b border-line">
        {engines.map((engine) => (
          <li
            key={String(engine['name'])}
            className="flex flex-wrap items-center justify-between gap-3 border-t border-line py-3"
          >
            <EngineLine engine={engine} />
            {reach.isSuccess && (
              <State tone={isReached(engine) ? 'good' : 'bad'}>
                {t(isReached(engine) ? 'admin.setup.engine.reached' : 'admin.setup.engine.away')}
              </State>
            )}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button look="primary" className="h-9" autoFocus onClick={() => onNext(maker)}>
          {t('admin.setup.next')}
        </Button>
        {hasPreview && maker !== preview && (
          <Button look="quiet" className="h-9" onClick={() => onNext(preview)}>
            {t('admin.setup.engine.preview.use')}
          </Button>
        )}
      </div>
    </SetupFrame>
  )
}
