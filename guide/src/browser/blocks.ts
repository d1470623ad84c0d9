const copied_ms = 1500

/** A button on every block that copies it. */
export function copyButtons(): void {
  for (const block of document.querySelectorAll<HTMLElement>('.block')) {
    if (block.dataset['language'] === 'text') continue
    const button = document.createElement('button')
    button.className = 'copy'
    button.type = 'button'
    button.textContent = 'Copy'
    button.addEventListener('click', () => {
      button.textContent = copy(block.querySelector('code')!) ? 'Copied' : 'Press Ctrl C'
      setTimeout(() => (button.textContent = 'Copy'), copied_ms)
    })
    block.append(button)
  }
}

/** Selects a text and copies it: a page without https has no other way, and what is selected can be copied by hand. */
function copy(text: HTMLElement): boolean {
  getSelection()!.selectAllChildren(text)
  const isCopied = document.execCommand('copy')
  if (isCopied) getSelection()!.removeAllRanges()
  return isCopied
}

const stored = 'clipwright.guide.language'
const names: Record<string, string> = { sh: 'curl', ts: 'TypeScript', js: 'Node', python: 'Python' }

/** Blocks that say the same in several languages, one at a time; the choice holds for every page. */
export function languageTabs(): void {
  const groups = [...document.querySelectorAll<HTMLElement>('.tabs')]
  const show = (language: string | null): void => {
    for (const group of groups) {
      const blocks = [...group.querySelectorAll<HTMLElement>(':scope > .block')]
      const shown = blocks.find(({ dataset }) => dataset['language'] === language) ?? blocks[0]!
      for (const block of blocks) block.hidden = block !== shown
      for (const button of group.querySelectorAll<HTMLElement>('button[data-language]'))
        button.setAttribute('aria-pressed', String(button.dataset['language'] === shown.dataset['language']))
    }
  }
  for (const group of groups) {
    const list = document.createElement('div')
    list.className = 'languages'
    list.setAttribute('role', 'group')
    list.setAttribute('aria-label', 'Language')
    for (const { dataset } of group.querySelectorAll<HTMLElement>(':scope > .block')) {
      const language = dataset['language']!
      const button = document.createElement('button')
      button.type = 'button'
      button.dataset['language'] = language
      button.textContent = names[language] ?? language
      button.addEventListener('click', () => {
        // What is read stays where it is, though blocks above it change their height.
        const top = button.getBoundingClientRect().top
        localStorage.setItem(stored, language)
        show(language)
        scrollBy({ top: button.getBoundingClientRect().top - top, behavior: 'instant' })
      })
      list.append(button)
    }
    group.prepend(list)
  }
  show(localStorage.getItem(stored))
}
