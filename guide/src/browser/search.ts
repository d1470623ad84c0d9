import MiniSearch from 'minisearch'
import type { Entry } from '../search-entries.ts'

interface Part {
  id: number
  url: string
  page: string
  title: string
  text: string
}

declare global {
  var clipwrightSearch: (entries: Entry[]) => void
}

const most = 20
const excerpt_chars = 130

/** The search: its texts are loaded when somebody opens it, and never leave the browser. */
export function search(): void {
  const dialog = document.querySelector<HTMLDialogElement>('#search')!
  const input = dialog.querySelector('input')!
  const list = dialog.querySelector('ol')!
  const note = dialog.querySelector('p')!
  const { root, index: source } = dialog.dataset as { root: string; index: string }
  let index: MiniSearch<Part> | undefined
  let parts: Part[] = []
  let isAsked = false

  globalThis.clipwrightSearch = (entries) => {
    parts = entries.map(([url, page, title, text], id) => ({ id, url, page, title, text }))
    index = new MiniSearch<Part>({
      fields: ['title', 'page', 'text'],
      searchOptions: {
        boost: { title: 4, page: 2 },
        prefix: true,
        fuzzy: (term) => (term.length > 4 ? 0.2 : false),
        combineWith: 'AND',
      },
    })
    index.addAll(parts)
    show()
  }

  const load = (): void => {
    if (isAsked) return
    isAsked = true
    const script = document.createElement('script')
    script.src = source
    script.addEventListener('error', () => {
      isAsked = false
      note.textContent = 'The index could not be loaded. Close the search and open it again.'
    })
    document.head.append(script)
  }

  const open = (): void => {
    load()
    if (!dialog.open) dialog.showModal()
    input.select()
  }

  const show = (): void => {
    const words = input.value.trim()
    list.replaceChildren()
    note.textContent = ''
    if (words === '' || index === undefined) return
    const found = index.search(words).slice(0, most)
    if (found.length === 0) note.textContent = `Nothing about “${words}”.`
    list.append(
      ...found.map(({ id, terms, match }) => item(parts[id as number]!, [...terms, ...Object.keys(match)])),
    )
    choose(0)
  }

  const item = (part: Part, terms: string[]): HTMLLIElement => {
    const link = document.createElement('a')
    link.href = root + part.url
    const title = document.createElement('strong')
    title.append(...marked(part.title, terms))
    const page = document.createElement('span')
    page.textContent = part.page === part.title ? '' : part.page
    const text = document.createElement('small')
    text.append(...marked(excerpt(part.text, terms), terms))
    link.append(title, page, text)
    link.addEventListener('click', () => dialog.close())
    const item = document.createElement('li')
    item.append(link)
    return item
  }

  const choose = (at: number): void => {
    const links = [...list.querySelectorAll('a')]
    const chosen = Math.min(Math.max(at, 0), links.length - 1)
    for (const [index, link] of links.entries()) link.toggleAttribute('aria-current', index === chosen)
    links[chosen]?.scrollIntoView({ block: 'nearest' })
  }

  for (const button of document.querySelectorAll('[data-search]')) button.addEventListener('click', open)
  input.addEventListener('input', show)
  input.addEventListener('keydown', (event) => {
    const links = [...list.querySelectorAll('a')]
    const at = links.findIndex((link) => link.hasAttribute('aria-current'))
    if (event.key === 'Enter') links[at]?.click()
    else if (event.key === 'ArrowDown') choose(at + 1)
    else if (event.key === 'ArrowUp') choose(at - 1)
    else return
    event.preventDefault()
  })
  dialog.addEventListener('click', ({ target }) => target === dialog && dialog.close())
  addEventListener('keydown', (event) => {
    const isTyping = event.target instanceof HTMLInputElement
    if (((event.metaKey || event.ctrlKey) && event.key === 'k') || (event.key === '/' && !isTyping)) {
      event.preventDefault()
      open()
    }
  })
}

/** The piece of a text in which the first of these words stands. */
function excerpt(text: string, terms: string[]): string {
  const low = text.toLowerCase()
  const places = terms.map((term) => low.indexOf(term)).filter((place) => place >= 0)
  const from = Math.max(Math.min(...places, text.length) - 40, 0)
  const begin = places.length === 0 || from === 0 ? 0 : text.indexOf(' ', from) + 1
  const piece = text.slice(begin, begin + excerpt_chars).trim()
  return `${begin > 0 ? '… ' : ''}${piece}${begin + excerpt_chars < text.length ? ' …' : ''}`
}

/** A text in which these words are marked. */
function marked(text: string, terms: string[]): (string | HTMLElement)[] {
  const escaped = terms.map((term) => term.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
  if (escaped.length === 0) return [text]
  return text.split(new RegExp(`(${escaped.join('|')})`, 'gi')).map((piece, index) => {
    if (index % 2 === 0) return piece
    const mark = document.createElement('mark')
    mark.textContent = piece
    return mark
  })
}
