import type { ReactNode } from 'react'

/** Says that nothing is here yet, and what to do. */
export function Empty({ title, hint, children }: { title: string; hint?: string; children?: ReactNode }) {
  return (
    <div className="flex min-h-60 flex-col items-center justify-center gap-1 text-center">
      <p>{title}</p>
      {hint !== undefined && <p className="max-w-100 text-soft">{hint}</p>}
      {children !== undefined && <div className="pt-3">{children}</div>}
    </div>
  )
}
