export const themes = ['system', 'dark', 'light'] as const
export type Theme = (typeof themes)[number]

const stored = 'clipwright.theme'

export function currentTheme(): Theme {
  const chosen = localStorage.getItem(stored)
  return themes.find((theme) => theme === chosen) ?? 'system'
}

export function applyTheme(theme = currentTheme()): void {
  if (theme === 'system') {
    delete document.documentElement.dataset['theme']
    localStorage.removeItem(stored)
  } else {
    document.documentElement.dataset['theme'] = theme
    localStorage.setItem(stored, theme)
  }
}
