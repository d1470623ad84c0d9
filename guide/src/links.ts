import { dirname, join, normalize } from 'node:path/posix'

/** Links and pictures of the built pages that lead to no page, no file or no place of one; `pages` is HTML by path. */
export function brokenLinks(pages: ReadonlyMap<string, string>, files: ReadonlySet<string>): string[] {
  const ids = new Map([...pages].map(([path, html]) => [path, new Set(find(html, / id="([^"]+)"/g))]))
  return [...pages].flatMap(([path, html]) => {
    const links = find(html, / (?:href|src|data-index)="([^"]*)"/g)
    return links.filter((link) => isBroken(link)).map((link) => `${path}: ${link}`)

    function isBroken(link: string): boolean {
      // Elsewhere, what a server of ours has beside the guide, or the address that it writes itself.
      if (/^[a-z]+:|^(\.\.\/)+(docs\/)?$|^\/guide\/$/.test(link)) return false
      const [file, anchor] = link.split('#') as [string, string?]
      const base = path === '404.html' ? '' : dirname(path)
      const target = file === '' ? path : normalize(join(base, file))
      if (anchor === undefined) return !pages.has(target) && !files.has(target)
      return !ids.get(target)?.has(decodeURIComponent(anchor))
    }
  })
}

const find = (html: string, pattern: RegExp): string[] =>
  [...html.matchAll(pattern)].map(([, found]) => found!)
