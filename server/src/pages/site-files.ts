import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The product's logo. */
export const favicon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 28 28"><rect width="28" height="28" rx="7" fill="#161616"/><path d="M11 8.5v11l9-5.5z" fill="#f0a63c"/></svg>
`
const faviconIco = readFileSync(join(import.meta.dirname, 'favicon.ico'))

/** Search engines may index the home page only. */
const robots = `User-agent: *
Allow: /$
Disallow: /
`

/** What browsers and crawlers ask every site for, by path: its type and content. */
export const siteFiles = {
  '/favicon.svg': ['image/svg+xml', favicon],
  '/favicon.ico': ['image/x-icon', faviconIco],
  '/robots.txt': ['text/plain; charset=utf-8', robots],
} as const
