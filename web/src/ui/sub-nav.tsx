import { Link, type LinkProps } from '@tanstack/react-router'
import { useOpenInSight } from './use-open-in-sight.ts'

/** The parts of a place, such as the account's: one is open, and in sight where not all of them fit. */
export function SubNav({
  label,
  links,
}: {
  label: string
  links: { to: NonNullable<LinkProps['to']>; text: string }[]
}) {
  const nav = useOpenInSight()
  return (
    <nav ref={nav} aria-label={label} className="relative -mx-3 flex overflow-x-auto">
      {links.map(({ to, text }) => (
        <Link
          key={text}
          to={to}
          className="flex h-8 items-center rounded-control px-3 text-sm whitespace-nowrap text-faint hover:text-text data-[status=active]:bg-raised data-[status=active]:text-text pointer-coarse:h-11"
        >
          {text}
        </Link>
      ))}
    </nav>
  )
}
