const kept = 'nimbo.theme'
const darkClass = 'pf-v6-theme-dark'

export type Theme = 'system' | 'light' | 'dark'
export const themes: readonly Theme[] = ['system', 'light', 'dark']

const darkSystem = matchMedia('(prefers-color-scheme: dark)')

export const chosenTheme = (): Theme =>
  themes.find((theme) => theme === localStorage.getItem(kept)) ?? 'system'

/** Whether the page is dark now. */
const isDark = (): boolean => {
  const theme = chosenTheme()
  return theme === 'system' ? darkSystem.matches : theme === 'dark'
}

/** Paints the page as it was chosen, and follows the system from now on where it was. */
export const applyTheme = (): void => {
  const paint = () => document.documentElement.classList.toggle(darkClass, isDark())
  darkSystem.addEventListener('change', paint)
  paint()
}

export const chooseTheme = (theme: Theme): void => {
  localStorage.setItem(kept, theme)
  document.documentElement.classList.toggle(darkClass, isDark())
}
