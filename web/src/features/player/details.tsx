import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Task } from '../../lib/api.ts'
import { bytes, credits, dateTime, duration } from '../../lib/format.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Changes } from './changes.tsx'
import { attemptsQuery } from './family.ts'
import { FamilyTree } from './family-tree.tsx'
import { useOwnRules } from './own-rules.ts'

/** Everything that is known of a video: its recipe, its money, its times, who tried to make it, and its family. */
export function Details({ task }: { task: Task }) {
  return (
    <div className="flex flex-col gap-6">
      <Facts task={task} />
      <FamilyTree task={task} />
      <Changes task={task} />
      <Attempts task={task} />
      <Provenance task={task} />
    </div>
  )
}

function Facts({ task }: { task: Task }) {
  const { t } = useTranslation()
  const { params, media, cost, cost_status } = task
  const { width_px, height_px } = media ?? params
  const seconds = (from: string | null, to: string | null): number | undefined =>
    from === null || to === null ? undefined : (Date.parse(to) - Date.parse(from)) / 1000
  const waited = seconds(task.created_at, task.started_at)
  const worked = seconds(task.started_at, task.completed_at)
  const rules = useOwnRules(task.model)
  // In the form's order; what the model does not have any more comes last.
  const own = new Map(
    [...Object.keys(rules), ...Object.keys(params.parameters)].flatMap((name) => {
      const value = params.parameters[name]
      return value === undefined || task.model === 'enhance' ? [] : [[name, value]]
    }),
  )
  const facts: [string, string | undefined][] = [
    [
      t('create.model'),
      task.model === 'enhance'
        ? params.upscaler === null
          ? t('player.superResolution')
          : `${t('player.superResolution')} (${params.upscaler})`
        : task.model,
    ],
    [t('video.size'), `${width_px} × ${height_px}`],
    [t('create.length'), duration(media?.duration_s ?? params.duration_seconds)],
    [
      t('video.frames'),
      t('player.framesAt', { frames: media?.frames ?? params.frames, fps: media?.fps ?? params.fps }),
    ],
    [t('video.seed'), task.model === 'enhance' ? undefined : String(params.seed)],
    [t('create.steps'), params.steps === null ? undefined : String(params.steps)],
    [t('create.guidance'), params.guidance === null ? undefined : String(params.guidance)],
    ...[...own].map(([name, value]): [string, string] => [
      rules[name]?.title ?? name,
      typeof value === 'boolean' ? t(value ? 'player.yes' : 'player.no') : String(value),
    ]),
    [t('create.negative'), task.negative_prompt ?? undefined],
    [
      t('video.priceLabel'),
      `${t('video.cost', { amount: credits(cost) })}, ${t(`player.cost.${cost_status}`)}`,
    ],
    [t('player.asked'), dateTime(task.created_at)],
    [t('player.waited'), waited === undefined ? undefined : duration(waited)],
    [t('player.worked'), worked === undefined ? undefined : duration(worked)],
    [t('video.file'), media ? bytes(media.bytes) : undefined],
  ]
  return (
    <dl className="tabular grid grid-cols-[auto_1fr] gap-x-6 gap-y-2 text-sm">
      {facts.map(
        ([name, value], index) =>
          value !== undefined && (
            <div key={index} className="contents">
              <dt className="text-faint">{name}</dt>
              <dd className="min-w-0 text-right break-words">{value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}

/** Who tried to make it, and how each attempt ended. */
function Attempts({ task }: { task: Task }) {
  const { t } = useTranslation()
  const { data: attempts = [] } = useQuery(attemptsQuery(task.task_id))
  if (attempts.length === 0) return null
  return (
    <section className="flex flex-col gap-2">
      <h2 className="text-xs text-faint">{t('player.attempts')}</h2>
      <ol className="flex flex-col gap-1 text-sm">
        {attempts.map(({ attempt, engine, outcome, error }) => (
          <li key={attempt} className="flex justify-between gap-4">
            <span className="text-soft">{engine}</span>
            <span className={`text-right ${error ? 'text-bad' : 'text-faint'}`}>
              {outcome === null ? t('video.running') : t(`player.outcome.${outcome}`)}
              {error && `: ${error.message}`}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}

function Provenance({ task: { media } }: { task: Task }) {
  const { t } = useTranslation()
  if (!media) return null
  return (
    <section className="flex flex-col gap-1 text-sm">
      <h2 className="text-xs text-faint">{t('player.provenance')}</h2>
      <p className="text-soft">
        {t('player.signed')}{' '}
        <Link to="/verify" className="underline underline-offset-4 hover:text-text">
          {t('player.check')}
        </Link>
      </p>
      <p className="flex items-center gap-1">
        <code className="min-w-0 truncate font-mono text-xs text-faint" title={media.sha256}>
          SHA-256 {media.sha256}
        </code>
        <CopyButton text={media.sha256} className="shrink-0" />
      </p>
    </section>
  )
}
