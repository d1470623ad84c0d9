import { type ReactNode, type TextareaHTMLAttributes, useId } from 'react'
import { inputClass } from './field.tsx'

/** A labelled text of several lines, such as JSON, with its hint and what is wrong with it. */
export function Area({
  label,
  hint,
  error,
  ...rest
}: TextareaHTMLAttributes<HTMLTextAreaElement> & {
  label: string
  hint?: ReactNode
  error?: string | undefined
}) {
  const id = useId()
  const below = error ?? hint
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="text-xs text-soft">
        {label}
      </label>
      <textarea
        id={id}
        aria-invalid={error !== undefined}
        aria-describedby={below === undefined ? undefined : `${id}-below`}
        spellCheck={false}
        className={`${inputClass} py-2 font-mono text-xs leading-5`}
        {...rest}
      />
      {below !== undefined && (
        <p
          id={`${id}-below`}
          className={`text-xs whitespace-pre-line ${error === undefined ? 'text-faint' : 'text-bad'}`}
        >
          {below}
        </p>
      )}
    </div>
  )
}
