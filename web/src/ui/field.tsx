import { type InputHTMLAttributes, type ReactNode, useId } from 'react'

/** A labelled input with its hint, or with what the server said of it. */
export function Field({
  label,
  hint,
  error,
  ...rest
}: InputHTMLAttributes<HTMLInputElement> & { label: string; hint?: ReactNode; error?: string | undefined }) {
  const id = useId()
  const below = error ?? hint
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="text-xs text-soft">
        {label}
      </label>
      <input
        id={id}
        aria-invalid={error !== undefined}
        aria-describedby={below === undefined ? undefined : `${id}-below`}
        className={`${inputClass} h-9 pointer-coarse:h-11`}
        {...rest}
      />
      {below !== undefined && (
        <p id={`${id}-below`} className={`text-xs ${error === undefined ? 'text-faint' : 'text-bad'}`}>
          {below}
        </p>
      )}
    </div>
  )
}

export const inputClass =
  'w-full rounded-control border border-line bg-surface px-3 text-sm text-text placeholder:text-faint outline-offset-0 aria-invalid:border-bad'
