import { ArrowUpLeft } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { takePrompt } from './prompts.ts'

/** Where no video is yet: prompts that fill the form, so that the first one is a click away. */
export function Examples() {
  const { t } = useTranslation()
  return (
    <div className="mx-auto flex min-h-80 max-w-120 flex-col justify-center gap-4 py-12">
      <div>
        <h2 className="text-lg font-medium">{t('create.examples.title')}</h2>
        <p className="text-soft">{t('create.examples.hint')}</p>
      </div>
      <ul className="flex flex-col border-t border-line">
        {(['one', 'two', 'three'] as const).map((each) => (
          <li key={each} className="border-b border-line">
            <button
              type="button"
              onClick={() => {
                takePrompt(t(`create.examples.${each}`))
                scrollTo({ top: 0, behavior: 'smooth' })
              }}
              className="flex min-h-12 w-full items-center gap-3 py-3 text-left text-base text-soft transition-colors duration-150 hover:text-text"
            >
              <ArrowUpLeft size={16} aria-hidden className="shrink-0 text-faint" />
              {t(`create.examples.${each}`)}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
