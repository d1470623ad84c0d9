import type { ButtonHTMLAttributes } from 'react'

type Look = 'primary' | 'plain' | 'quiet' | 'danger'

const looks: Record<Look, string> = {
  primary: 'bg-accent text-on-accent font-medium hover:brightness-105 disabled:opacity-50',
  plain: 'border border-line hover:bg-raised disabled:opacity-50',
  quiet: 'text-soft hover:text-text hover:bg-raised disabled:opacity-50',
  danger: 'text-bad hover:bg-raised disabled:opacity-50',
}

export const buttonClass = (look: Look = 'plain', extra = ''): string =>
  `inline-flex items-center justify-center gap-2 rounded-control px-3 h-8 pointer-coarse:h-11 text-sm whitespace-nowrap transition-colors duration-150 ${looks[look]} ${extra}`

/** A button; one on a page is `primary`: the thing to do. */
export function Button({
  look = 'plain',
  className = '',
  ...rest
}: ButtonHTMLAttributes<HTMLButtonElement> & { look?: Look }) {
  return <button type="button" className={buttonClass(look, className)} {...rest} />
}
