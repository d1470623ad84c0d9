import type { InputHTMLAttributes, ReactNode } from 'react'

/** A box to tick, with its words and what they mean. */
export function Check({
  label,
  hint,
  ...rest
}: InputHTMLAttributes<HTMLInputElement> & { label: string; hint?: ReactNode }) {
  return (
    <label className="flex items-start gap-3 py-1 text-sm pointer-coarse:min-h-11 pointer-coarse:py-3">
      <input type="checkbox" className="mt-0.5 size-4 shrink-0 accent-accent" {...rest} />
      <span className="flex flex-col">
        {label}
        {hint !== undefined && <span className="text-xs text-faint">{hint}</span>}
      </span>
    </label>
  )
}
