import type { ReactNode } from 'react'

/** What a part of a place is for, and the one thing to do there. */
export function PageHead({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 pt-4">
      <p className="max-w-150 text-sm text-soft">{text}</p>
      {children}
    </div>
  )
}
