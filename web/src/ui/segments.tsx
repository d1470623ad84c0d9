import { type ReactNode, useId } from 'react'

/** One of a few: radio buttons in a row. */
export function Segments<Value extends string>({
  label,
  value,
  options,
  onChange,
}: {
  label: string
  value: Value
  options: readonly { value: Value; label: string; icon?: ReactNode }[]
  onChange: (value: Value) => void
}) {
  const name = useId()
  return (
    <div role="radiogroup" aria-label={label} className="flex gap-1 rounded-control bg-surface p-0.5">
      {options.map((option) => (
        <label
          key={option.value}
          className="flex h-7 flex-1 items-center justify-center gap-1.5 rounded-[5px] px-2 text-xs whitespace-nowrap text-faint transition-colors duration-150 hover:text-text has-checked:bg-raised has-checked:text-text has-focus-visible:outline-2 has-focus-visible:outline-accent pointer-coarse:h-11"
        >
          <input
            type="radio"
            name={name}
            className="sr-only"
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.icon}
          {option.label}
        </label>
      ))}
    </div>
  )
}
