import type { Resource } from 'i18next'

/** The languages of the dashboard; each is loaded when it is selected. */
export const languages = {
  en: { name: 'English', load: async (): Promise<Resource[string]> => (await import('./en.ts')).en },
  'zh-CN': {
    name: '简体中文',
    load: async (): Promise<Resource[string]> => (await import('./zh-cn.ts')).zhCn,
  },
} as const

export type Language = keyof typeof languages

export const isLanguage = (text: string | null): text is Language =>
  text !== null && Object.hasOwn(languages, text)
