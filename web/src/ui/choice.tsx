import { type SelectHTMLAttributes, useId } from 'react'
import { inputClass } from './field.tsx'

/** One of several, by the system's own list. */
export function Choice<Value extends string>({
  label,
  options,
  onChange,
  ...rest
}: Omit<SelectHTMLAttributes<HTMLSelectElement>, 'onChange'> & {
  label: string
  options: readonly { value: Value; label: string }[]
  onChange?: (value: Value) => void
}) {
  const id = useId()
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="text-xs text-soft">
        {label}
      </label>
      <select
        id={id}
        className={`${inputClass} h-9 pointer-coarse:h-11`}
        onChange={(event) => onChange?.(event.target.value as Value)}
        {...rest}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  )
}
