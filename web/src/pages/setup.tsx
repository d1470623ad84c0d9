import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'
import { configQuery, isOpenQuery, useMe } from '../features/session/session.ts'
import { AccountStep } from '../features/setup/account-step.tsx'
import { EngineStep } from '../features/setup/engine-step.tsx'
import { MailStep } from '../features/setup/mail-step.tsx'
import { type Maker, preview } from '../features/setup/steps.ts'
import { VideoStep } from '../features/setup/video-step.tsx'
import { Frame } from '../features/video/card.tsx'
import { withoutEmpty } from '../lib/filter.ts'
import { modelsQuery } from '../lib/models.ts'

/** From an empty installation to its first video. The address tells the step, so that a reload goes on there. */
export function SetupPage() {
  const { step, engine, model, task } = useSearch({ from: '/setup' })
  const navigate = useNavigate()
  const me = useMe()
  const { data: config } = useQuery(configQuery)
  const { data: isOpen } = useQuery({ ...isOpenQuery, enabled: step === undefined })
  const { data: models } = useQuery({ ...modelsQuery, enabled: step !== undefined })
  const maker = engine !== undefined && model !== undefined ? { engine, model } : preview
  const toMail = useCallback(
    (chosen: Maker): void => void navigate({ to: '/setup', search: { step: 'mail', ...chosen } }),
    [navigate],
  )
  const onTask = useCallback(
    (made: string | undefined): void =>
      void navigate({
        to: '/setup',
        search: withoutEmpty({ step: 'video' as const, engine, model, task: made }),
        replace: true,
      }),
    [navigate, engine, model],
  )
  if (step === 'engine')
    return (
      <EngineStep
        hasPreview={models?.some(({ model: name }) => name === preview.model) ?? true}
        onNext={toMail}
      />
    )
  if (step === 'mail')
    return (
      <MailStep
        email={me?.email ?? ''}
        onNext={() => void navigate({ to: '/setup', search: { step: 'video', ...maker } })}
      />
    )
  if (step === 'video')
    return (
      <VideoStep
        maker={maker}
        title={models?.find(({ model: name }) => name === maker.model)?.title ?? maker.model}
        task_id={task}
        onTask={onTask}
        standing={(shown) => <Frame task={shown} />}
      />
    )
  return <AccountStep isOpen={isOpen} minLength={config?.password_min_length} />
}
