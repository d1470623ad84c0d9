import type { ReactNode, TextareaHTMLAttributes } from 'react'
import { inputClass, Labelled } from './field.tsx'

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
  return (
    <Labelled label={label} hint={hint} error={error}>
      {(tie) => (
        <textarea
          {...tie}
          spellCheck={false}
          className={`${inputClass} py-2 font-mono text-xs leading-5`}
          {...rest}
        />
      )}
    </Labelled>
  )
}
