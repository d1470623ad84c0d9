import { type InputHTMLAttributes, type ReactNode, useId } from 'react'

/** What stands around an input: its label above, and below its hint or what the server said of it. */
export function Labelled({
  label,
  hint,
  error,
  children,
}: {
  label: string
  hint?: ReactNode
  error: string | undefined
  /** The input, with what ties it to these words. */
  children: (tie: {
    id: string
    'aria-invalid': boolean
    'aria-describedby': string | undefined
  }) => ReactNode
}) {
  const id = useId()
  const below = error ?? hint
  const describedBy = below === undefined ? undefined : `${id}-below`
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="text-xs text-soft">
        {label}
      </label>
      {children({ id, 'aria-invalid': error !== undefined, 'aria-describedby': describedBy })}
      {below !== undefined && (
        <p
          id={describedBy}
          className={`text-xs whitespace-pre-line ${error === undefined ? 'text-faint' : 'text-bad'}`}
        >
          {below}
        </p>
      )}
    </div>
  )
}

/** A labelled input with its hint, or with what the server said of it. */
export function Field({
  label,
  hint,
  error,
  ...rest
}: InputHTMLAttributes<HTMLInputElement> & { label: string; hint?: ReactNode; error?: string | undefined }) {
  return (
    <Labelled label={label} hint={hint} error={error}>
      {(tie) => <input {...tie} className={`${inputClass} h-9 pointer-coarse:h-11`} {...rest} />}
    </Labelled>
  )
}

export const inputClass =
  'w-full rounded-control border border-line bg-surface px-3 text-sm text-text placeholder:text-faint outline-offset-0 aria-invalid:border-bad'
