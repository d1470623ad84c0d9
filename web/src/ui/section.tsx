import type { ReactNode } from 'react'

/** A part of a page of settings: what it is on the left, what one does with it on the right. */
export function Section({ title, text, children }: { title: string; text?: ReactNode; children: ReactNode }) {
  return (
    <section className="grid gap-x-12 gap-y-4 border-t border-line py-7 first-of-type:border-t-0 md:grid-cols-[15rem_minmax(0,1fr)]">
      <div className="flex flex-col gap-1">
        <h2 className="text-sm font-medium">{title}</h2>
        {text !== undefined && <p className="text-sm text-pretty text-faint">{text}</p>}
      </div>
      <div className="flex min-w-0 flex-col items-start gap-3">{children}</div>
    </section>
  )
}
