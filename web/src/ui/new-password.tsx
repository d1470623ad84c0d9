import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { strengthOf } from '../lib/password-strength.ts'
import { inputClass } from './field.tsx'

const bars = { short: 0, weak: 1, fair: 2, strong: 3 } as const

/** Where a new password is chosen: it can be shown, and its strength is told while it grows. */
export function NewPassword({
  label,
  name,
  minLength = 8,
  error,
  autoFocus,
}: {
  label: string
  name: string
  minLength?: number | undefined
  error?: string | undefined
  autoFocus?: boolean
}) {
  const { t } = useTranslation()
  const id = useId()
  const [text, setText] = useState('')
  const [isShown, setShown] = useState(false)
  const strength = strengthOf(text, minLength)
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="text-xs text-soft">
        {label}
      </label>
      <div className="relative">
        <input
          id={id}
          name={name}
          type={isShown ? 'text' : 'password'}
          autoComplete="new-password"
          autoCapitalize="off"
          spellCheck={false}
          minLength={minLength}
          maxLength={128}
          required
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the first field of a page that is for filling it
          autoFocus={autoFocus}
          aria-invalid={error !== undefined}
          aria-describedby={`${id}-below`}
          onChange={(event) => setText(event.target.value)}
          className={`${inputClass} h-9 pr-16 pointer-coarse:h-11`}
        />
        <button
          type="button"
          aria-pressed={isShown}
          aria-controls={id}
          onClick={() => setShown(!isShown)}
          className="absolute inset-y-0 right-0 rounded-control px-3 text-xs text-faint hover:text-text"
        >
          {isShown ? t('auth.hide') : t('auth.show')}
        </button>
      </div>
      <div id={`${id}-below`} className="flex min-h-4.5 items-center gap-2 text-xs">
        {error !== undefined ? (
          <p className="text-bad">{error}</p>
        ) : text === '' ? (
          <p className="text-faint">{t('auth.passwordHint', { count: minLength })}</p>
        ) : (
          <>
            <span aria-hidden className="flex w-16 shrink-0 gap-1">
              {[1, 2, 3].map((bar) => (
                <span
                  key={bar}
                  className={`h-1 flex-1 rounded-full transition-colors duration-150 ${bar <= bars[strength] ? 'bg-soft' : 'bg-line'}`}
                />
              ))}
            </span>
            <p aria-live="polite" className="text-faint">
              <span className="sr-only">{t('auth.strength.label')}: </span>
              {t(`auth.strength.${strength}`)}
            </p>
          </>
        )}
      </div>
    </div>
  )
}
