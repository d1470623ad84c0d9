import { createContext, useContext } from 'react'

/** What stands before every page's title, such as how many videos are being made. */
export const TitlePrefix = createContext('')

/** The page's name in the browser's tab. */
export function Title({ children }: { children: string }) {
  return <title>{`${useContext(TitlePrefix)}${children} · Clipwright`}</title>
}
