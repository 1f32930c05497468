import { isLanguage, type Language } from './languages.ts'

const kept = 'nimbo.language'

/** The selected language, or the browser's. */
export const preferredLanguage = (): Language => {
  const chosen = localStorage.getItem(kept)
  if (isLanguage(chosen)) return chosen
  return navigator.language.toLowerCase().startsWith('zh') ? 'zh-CN' : 'en'
}

export const keepLanguage = (language: Language): void => localStorage.setItem(kept, language)
