import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Sign } from '../../ui/sign.tsx'
import { Title, useSiteName } from '../../ui/title.tsx'

/** One form in the middle of a quiet page. */
export function AuthFrame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-90 flex-col justify-center gap-6 px-4 py-12">
      <Title>{title}</Title>
      <Link to="/" aria-label={useSiteName()} className="self-start">
        <Sign size={36} />
      </Link>
      <h1 className="text-xl font-medium text-balance">{title}</h1>
      {children}
    </main>
  )
}
