import type { ReactNode } from 'react'

/** What is known of one thing: names and values. Those without a value are left out. */
export function Facts({ items }: { items: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className="grid w-full grid-cols-[repeat(auto-fill,minmax(11rem,1fr))] gap-x-8 gap-y-4">
      {items
        .filter(([, value]) => value !== null && value !== undefined)
        .map(([name, value]) => (
          <div key={name} className="flex min-w-0 flex-col">
            <dt className="text-xs text-faint">{name}</dt>
            <dd className="tabular text-sm break-words">{value}</dd>
          </div>
        ))}
    </dl>
  )
}
