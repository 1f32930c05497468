import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { type Language, languages } from './languages.ts'

/** Initialises i18next with a language; resolves when its texts are loaded. */
export const begin = async (language: Language): Promise<void> => {
  await i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: false,
    resources: { [language]: await languages[language].load() },
    // Some translation keys, named after attributes, contain colons.
    nsSeparator: false,
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
  })
  document.documentElement.lang = language
}

/** Switches to another language. */
export const speak = async (language: Language): Promise<void> => {
  const { translation = {} } = await languages[language].load()
  i18next.addResourceBundle(language, 'translation', translation)
  await i18next.changeLanguage(language)
  document.documentElement.lang = language
}
