import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { type Language, languages } from './languages.ts'

/** Begins to speak a language: words are there when it is done. */
export const begin = async (language: Language): Promise<void> => {
  await i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: false,
    resources: { [language]: await languages[language].load() },
    // Names of attributes hold colons.
    nsSeparator: false,
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
  })
  document.documentElement.lang = language
}

/** Changes over to another language. */
export const speak = async (language: Language): Promise<void> => {
  const { translation = {} } = await languages[language].load()
  i18next.addResourceBundle(language, 'translation', translation)
  await i18next.changeLanguage(language)
  document.documentElement.lang = language
}
