import { Combobox } from '@base-ui/react/combobox'
import { Check, ChevronDown } from 'lucide-react'
import { inputClass } from './field.tsx'

/** One of many: a field that finds it by a part of its name. */
export function SearchChoice({
  id,
  label,
  value,
  options,
  noneFound,
  invalid,
  describedBy,
  onChange,
}: {
  id: string
  label: string
  value: string
  options: readonly { value: string; label: string }[]
  /** What stands there when nothing has these letters. */
  noneFound: string
  invalid: boolean
  describedBy?: string | undefined
  onChange: (value: string) => void
}) {
  return (
    <Combobox.Root
      items={options}
      value={options.find((option) => option.value === value) ?? null}
      onValueChange={(option) => option && onChange(option.value)}
      autoHighlight
    >
      <Combobox.InputGroup className="relative">
        <Combobox.Input
          id={id}
          aria-invalid={invalid}
          aria-describedby={describedBy}
          className={`${inputClass} h-8 pr-8 pointer-coarse:h-11`}
        />
        <Combobox.Trigger
          aria-label={label}
          // Base UI makes the button a second combobox of this name until it has met the input.
          role={undefined}
          className="absolute inset-y-0 right-0 flex w-8 items-center justify-center text-faint hover:text-text"
        >
          <ChevronDown size={16} aria-hidden />
        </Combobox.Trigger>
      </Combobox.InputGroup>
      <Combobox.Portal>
        <Combobox.Positioner sideOffset={4} className="z-30 outline-none">
          <Combobox.Popup className="w-(--anchor-width) rounded-media border border-line bg-surface shadow-float outline-none">
            <Combobox.Empty>
              <p className="p-3 text-sm text-faint">{noneFound}</p>
            </Combobox.Empty>
            <Combobox.List className="max-h-[min(20rem,var(--available-height))] overflow-y-auto overscroll-contain p-1 outline-none data-empty:p-0">
              {(option: { value: string; label: string }) => (
                <Combobox.Item
                  key={option.value}
                  value={option}
                  className="flex min-h-8 cursor-default items-center gap-2 rounded-control px-2 py-1 text-sm outline-none data-highlighted:bg-raised pointer-coarse:min-h-11"
                >
                  <span className="min-w-0 flex-1 break-words">{option.label}</span>
                  <Combobox.ItemIndicator>
                    <Check size={16} aria-hidden className="text-faint" />
                  </Combobox.ItemIndicator>
                </Combobox.Item>
              )}
            </Combobox.List>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  )
}
