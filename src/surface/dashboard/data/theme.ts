/** Which colours: the system's choice, or one of our own. */
export type Theme = 'light' | 'dark' | 'system'

const name = 'iris.theme'

export function chooseTheme(theme: Theme): void {
  if (theme === 'system') {
    localStorage.removeItem(name)
    delete document.documentElement.dataset['theme']
    return
  }
  localStorage.setItem(name, theme)
  document.documentElement.dataset['theme'] = theme
}

/** What was chosen in this browser. */
export function chosenTheme(): Theme {
  const chosen = localStorage.getItem(name)
  return chosen === 'light' || chosen === 'dark' ? chosen : 'system'
}
