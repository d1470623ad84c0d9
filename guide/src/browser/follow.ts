/** Marks in the list of a page's parts the one that is being read. */
export function followHeadings(): void {
  const links = [...document.querySelectorAll<HTMLAnchorElement>('#parts a')]
  const headings = links.map((link) => document.getElementById(decodeURIComponent(link.hash.slice(1)))!)
  if (headings.length === 0) return
  const mark = (): void => {
    const isAtEnd = innerHeight + scrollY >= document.documentElement.scrollHeight - 4
    const passed = headings.filter((heading) => heading.getBoundingClientRect().top < 140).length
    const current = isAtEnd ? links.length - 1 : Math.max(passed - 1, 0)
    for (const [index, link] of links.entries()) link.toggleAttribute('aria-current', index === current)
  }
  addEventListener('scroll', mark, { passive: true })
  mark()
}
