import { Link, type LinkProps } from '@tanstack/react-router'
import { ChevronLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Title } from '../../ui/title.tsx'

/** What a page of the operator's shows, in a sentence, and the one thing to do there. */
export function Head({
  title,
  text,
  back,
  children,
}: {
  title: string
  text?: ReactNode
  /** The list that it belongs to. */
  back?: { to: NonNullable<LinkProps['to']>; text: string }
  children?: ReactNode
}) {
  return (
    <header className="flex flex-col gap-1">
      <Title>{title}</Title>
      {back && (
        <Link to={back.to} className="-ml-1 flex items-center gap-1 text-sm text-faint hover:text-text">
          <ChevronLeft size={16} aria-hidden />
          {back.text}
        </Link>
      )}
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h2 className="min-w-0 text-base font-medium break-words">{title}</h2>
        {children}
      </div>
      {text !== undefined && <p className="max-w-160 text-sm text-soft">{text}</p>}
    </header>
  )
}

/** A part of such a page, with its name. */
export function Part({
  title,
  action,
  children,
}: {
  title: string
  action?: ReactNode
  children: ReactNode
}) {
  return (
    <section className="flex flex-col gap-2">
      <div className="flex min-h-8 flex-wrap items-center justify-between gap-3">
        <h3 className="text-sm font-medium">{title}</h3>
        {action}
      </div>
      {children}
    </section>
  )
}

export const linkClass = 'underline decoration-line underline-offset-4 hover:decoration-current'
