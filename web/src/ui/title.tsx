import { createContext, useContext } from 'react'

/** What stands before every page's title, such as how many videos are being made. */
export const TitlePrefix = createContext('')

/** What this installation is called. */
export const SiteName = createContext('Clipwright')
export const useSiteName = (): string => useContext(SiteName)

/** The page's name in the browser's tab. */
export function Title({ children }: { children: string }) {
  return <title>{`${useContext(TitlePrefix)}${children} · ${useSiteName()}`}</title>
}
