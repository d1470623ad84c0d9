import { copyButtons, languageTabs } from './blocks.ts'
import { followHeadings } from './follow.ts'
import { search } from './search.ts'

const themeButton = document.querySelector<HTMLButtonElement>('#theme')!
themeButton.addEventListener('click', () => {
  const { dataset } = document.documentElement
  const dark = dataset['theme'] ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')
  dataset['theme'] = dark === 'dark' ? 'light' : 'dark'
  localStorage.setItem('clipwright.theme', dataset['theme'])
})

// The studio and the API page are beside the guide where a server of ours serves it, and nowhere else.
if (location.pathname.includes('/guide/'))
  for (const link of document.querySelectorAll<HTMLElement>('[data-served]')) link.hidden = false

copyButtons()
languageTabs()
followHeadings()
search()
const menu = document.querySelector('#menu')
const current = menu?.querySelector('[aria-current]')
if (menu && current) {
  // The menu alone: `scrollIntoView` would move the page with it.
  const above = current.getBoundingClientRect().top - menu.getBoundingClientRect().top
  menu.scrollTop += above - menu.clientHeight / 2
}
