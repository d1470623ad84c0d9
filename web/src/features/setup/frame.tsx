import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Sign } from '../../ui/sign.tsx'
import { Title, useSiteName } from '../../ui/title.tsx'
import { type Step, steps } from './steps.ts'

/** One step of the first run, with those before and after it above. */
export function SetupFrame({
  step,
  title,
  text,
  children,
}: {
  step: Step
  title: string
  text?: string
  children: ReactNode
}) {
  const { t } = useTranslation()
  const site_name = useSiteName()
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-200 flex-col gap-8 px-4 py-8 md:py-16">
      <Title>{t('admin.setup.title')}</Title>
      <div className="flex items-center gap-3">
        <Sign />
        <span className="min-w-0 truncate text-base font-medium">{site_name}</span>
      </div>
      <Progress at={step} />
      <header className="flex flex-col gap-2">
        <h1 className="text-xl font-medium text-balance">{title}</h1>
        {text !== undefined && <p className="max-w-150 text-soft text-pretty">{text}</p>}
      </header>
      {children}
    </main>
  )
}

function Progress({ at }: { at: Step }) {
  const { t } = useTranslation()
  const here = steps.indexOf(at)
  return (
    <ol aria-label={t('admin.setup.progress')} className="grid grid-cols-4 gap-2">
      {steps.map((step, index) => (
        <li
          key={step}
          aria-current={index === here ? 'step' : undefined}
          className={`flex items-center gap-1.5 border-t-2 pt-2 text-xs ${index <= here ? 'border-accent' : 'border-line'} ${index === here ? 'text-text' : 'text-faint'}`}
        >
          {index < here && <Check size={16} aria-hidden className="shrink-0" />}
          {t(`admin.setup.steps.${step}`)}
          {index < here && <span className="sr-only">({t('admin.setup.isDone')})</span>}
        </li>
      ))}
    </ol>
  )
}
