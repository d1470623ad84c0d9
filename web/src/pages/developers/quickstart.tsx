import { Link } from '@tanstack/react-router'
import { ExternalLink } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  fetchVideo,
  type Language,
  languages,
  otherDoors,
  setKey,
  submit,
} from '../../features/developers/snippets.ts'
import { docs_url, guide_url } from '../../lib/api.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Code } from '../../ui/code.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { Segments } from '../../ui/segments.tsx'
import { Title } from '../../ui/title.tsx'

export function QuickstartPage() {
  const { t } = useTranslation()
  const [language, setLanguage] = useState<Language>('curl')
  return (
    <div className="flex flex-col gap-6">
      <Title>{t('developers.nav.quickstart')}</Title>
      <PageHead text={t('developers.quickstart.text')}>
        <Segments
          label={t('developers.quickstart.language')}
          value={language}
          options={languages.map((value) => ({ value, label: value }))}
          onChange={setLanguage}
        />
      </PageHead>
      <ol className="flex flex-col gap-10">
        <Step number={1} title={t('developers.quickstart.key')} text={t('developers.quickstart.keyText')}>
          <Link to="/developers/keys" className={buttonClass('primary', 'self-start')}>
            {t('developers.keys.create')}
          </Link>
          <Code label="shell" versions={{ shell: setKey[language] }} />
          {language === 'TypeScript' && (
            <p className="text-sm text-faint">
              {t('developers.quickstart.install', { command: 'npm run pack -w client' })}
            </p>
          )}
        </Step>
        <Step
          number={2}
          title={t(language === 'CLI' ? 'developers.quickstart.whole' : 'developers.quickstart.submit')}
          text={t(
            language === 'CLI' ? 'developers.quickstart.wholeText' : 'developers.quickstart.submitText',
          )}
        >
          <Code label={language} versions={{ [language]: submit[language] }} />
        </Step>
        {language !== 'CLI' && (
          <Step
            number={3}
            title={t('developers.quickstart.fetch')}
            text={t('developers.quickstart.fetchText')}
          >
            <Code label={language} versions={{ [language]: fetchVideo[language] }} />
          </Step>
        )}
      </ol>
      <section className="flex flex-col gap-3 border-t border-line pt-6">
        <div>
          <h2 className="text-base font-medium">{t('developers.quickstart.others')}</h2>
          <p className="max-w-prose text-sm text-soft">{t('developers.quickstart.othersText')}</p>
        </div>
        <Code label={t('developers.quickstart.others')} versions={otherDoors} />
      </section>
      <div className="flex flex-col gap-2 border-t border-line pt-6 text-sm text-soft">
        {(['guide', 'reference'] as const).map((page) => (
          <p key={page}>
            <a
              href={page === 'guide' ? guide_url : docs_url}
              className="inline-flex items-center gap-1.5 text-text underline underline-offset-4"
            >
              {t(`developers.quickstart.${page}`)}
              <ExternalLink size={16} aria-hidden />
            </a>{' '}
            {t(`developers.quickstart.${page}Text`)}
          </p>
        ))}
      </div>
    </div>
  )
}

function Step({
  number,
  title,
  text,
  children,
}: {
  number: number
  title: string
  text: string
  children: ReactNode
}) {
  return (
    <li className="grid gap-x-6 gap-y-3 sm:grid-cols-[2rem_minmax(0,1fr)]">
      <span aria-hidden className="tabular text-lg text-faint">
        {number}
      </span>
      <div className="flex min-w-0 flex-col gap-3">
        <div>
          <h2 className="text-base font-medium">{title}</h2>
          <p className="text-sm text-soft">{text}</p>
        </div>
        {children}
      </div>
    </li>
  )
}
