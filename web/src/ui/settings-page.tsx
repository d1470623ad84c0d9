import { Outlet } from '@tanstack/react-router'
import { SubNav } from './sub-nav.tsx'

/** The frame of a place with parts, such as the account: its name, its parts, and the one that is open. */
export function SettingsPage({
  title,
  links,
}: {
  title: string
  links: Parameters<typeof SubNav>[0]['links']
}) {
  return (
    <div className="mx-auto flex w-full max-w-240 flex-col gap-4 pt-2">
      <h1 className="text-lg font-medium">{title}</h1>
      <SubNav label={title} links={links} />
      <Outlet />
    </div>
  )
}
