import { Title } from '../../ui/title.tsx'
import type { ReactNode } from 'react'

/** One form in the middle of a quiet page. */
export function AuthFrame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-90 flex-col justify-center gap-6 px-4 py-12">
      <Title>{title}</Title>
      <a href="/" aria-label="Clipwright" className="self-start">
        <svg viewBox="0 0 28 28" width="36" height="36" aria-hidden>
          <rect width="28" height="28" rx="7" className="fill-raised" />
          <path d="M11 8.5v11l9-5.5z" className="fill-accent" />
        </svg>
      </a>
      <h1 className="text-xl font-medium">{title}</h1>
      {children}
    </main>
  )
}
