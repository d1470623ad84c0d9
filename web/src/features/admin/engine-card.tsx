import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { relative } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'
import { Problem, Problems } from '../../ui/problem.tsx'
import { State, type Tone } from '../../ui/state.tsx'
import { say } from '../../ui/toast.tsx'
import { linkClass } from './head.tsx'
import { type Engine, type Slot, stateOf, useEngineActions } from './machines.ts'
import { TakeOutDialog } from './take-out-dialog.tsx'

const tones: Record<ReturnType<typeof stateOf>, Tone> = {
  working: 'busy',
  idle: 'good',
  stuck: 'bad',
  away: 'bad',
  out: 'off',
  off: 'off',
  starting: 'busy',
  stopping: 'off',
}

/** One engine: how it is, what it offers and computes, what is wrong with it and how to mend that. */
export function EngineCard({
  views,
  slots,
  children,
}: {
  views: readonly Engine[]
  slots: readonly Slot[]
  /** What else can be done with it. */
  children?: ReactNode
}) {
  const { t } = useTranslation()
  const [asking, setAsking] = useState(false)
  const view = views.find(({ is_reachable }) => is_reachable) ?? views[0]!
  const { takeOut, putBack } = useEngineActions(view.engine)
  const state = stateOf(views, slots)
  const running = slots.filter(({ task_id }) => task_id !== null)
  const problems = [
    ...new Map(views.flatMap((each) => each.problems).map((each) => [each.message, each])).values(),
  ]
  const about = [view.kind, view.version, view.url].filter(Boolean)
  return (
    <li className="flex flex-col gap-3 border-t border-line py-4">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <div className="min-w-0 flex-1 basis-72">
          <p className="flex flex-wrap items-baseline gap-x-4">
            <span className="font-medium">{view.engine}</span>
            <State tone={tones[state]}>{t(`admin.engines.state.${state}`)}</State>
          </p>
          <p className="text-xs break-all text-faint">{about.join(' · ')}</p>
        </div>
        {view.paused_at === null ? (
          <Button
            aria-label={`${t('admin.engines.takeOut')}: ${view.engine}`}
            onClick={() => setAsking(true)}
          >
            {t('admin.engines.takeOut')}
          </Button>
        ) : (
          <Button
            aria-label={`${t('admin.engines.putBack')}: ${view.engine}`}
            disabled={putBack.isPending}
            onClick={() =>
              putBack.mutate(undefined, {
                onSuccess: () => say(t('admin.engines.isBack', { engine: view.engine })),
              })
            }
          >
            {t('admin.engines.putBack')}
          </Button>
        )}
      </div>
      {putBack.isError && <ErrorNotice error={putBack.error} />}
      {state === 'away' && (
        <Problem
          message={
            view.reached_at === null
              ? t('admin.engines.neverReached')
              : t('admin.engines.reached', { ago: relative(view.reached_at) })
          }
          {...(problems.length === 0 && { remedy: t('admin.engines.awayRemedy') })}
        />
      )}
      {state === 'stuck' && (
        <Problem message={t('admin.engines.stuckText')} remedy={t('admin.engines.stuckRemedy')} />
      )}
      {view.power?.error && <Problem message={view.power.error} remedy={t('admin.engines.powerRemedy')} />}
      <Problems problems={problems} />
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm">
        <dt className="text-faint">{t('admin.engines.offers')}</dt>
        <dd>
          {view.offers.length === 0
            ? t('admin.engines.nothing')
            : view.offers.map(({ model, modes }) => `${model} (${modes.join(', ')})`).join(', ')}
        </dd>
        <dt className="text-faint">{t('admin.engines.slots')}</dt>
        <dd className="tabular">
          {t('admin.engines.busy', { busy: running.length, count: slots.length })}
          {running.map(({ slot, task_id, taken_at }) => (
            <span key={`${task_id}${slot}`} className="block text-xs text-faint">
              <Link
                to="/admin/tasks/$task_id"
                params={{ task_id: task_id! }}
                className={`${linkClass} font-mono`}
              >
                {task_id}
              </Link>
              {taken_at !== null && ` · ${relative(taken_at)}`}
            </span>
          ))}
        </dd>
      </dl>
      {children}
      {asking && (
        <TakeOutDialog
          engine={view.engine}
          running={running.length}
          isBusy={takeOut.isPending}
          error={takeOut.error}
          onSend={(hand_back) =>
            takeOut.mutate(hand_back, {
              onSuccess: ({ handed_back }) => {
                setAsking(false)
                say(t('admin.engines.isOut', { engine: view.engine, count: handed_back.length }))
              },
            })
          }
          onClose={() => setAsking(false)}
        />
      )}
    </li>
  )
}
