const kept = 'nimbo.theme'
const darkClass = 'pf-v6-theme-dark'

export type Theme = 'system' | 'light' | 'dark'
export const themes: readonly Theme[] = ['system', 'light', 'dark']

const darkSystem = matchMedia('(prefers-color-scheme: dark)')

export const chosenTheme = (): Theme =>
  themes.find((theme) => theme === localStorage.getItem(kept)) ?? 'system'

/** Whether the theme is dark, by preference or by the system. */
const isDark = (): boolean => {
  const theme = chosenTheme()
  return theme === 'system' ? darkSystem.matches : theme === 'dark'
}

/** Applies the selected theme, and follows the system's if none is selected. */
export const applyTheme = (): void => {
  const paint = () => document.documentElement.classList.toggle(darkClass, isDark())
  darkSystem.addEventListener('change', paint)
  paint()
}

export const chooseTheme = (theme: Theme): void => {
  localStorage.setItem(kept, theme)
  document.documentElement.classList.toggle(darkClass, isDark())
}
