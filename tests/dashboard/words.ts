import { en } from '@nimbo/dashboard-page/words/en'
import { zhCn } from '@nimbo/dashboard-page/words/zh-cn'

export type Language = 'en-US' | 'zh-CN'

const isWords = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

/** A function that returns the text of a translation key in a language. */
export const wordsIn = (language: Language) => {
  const all: unknown = (language === 'en-US' ? en : zhCn).translation
  return (key: string, values: Readonly<Record<string, string>> = {}): string => {
    const found = key
      .split('.')
      .reduce<unknown>((words, step) => (isWords(words) ? words[step] : undefined), all)
    if (typeof found !== 'string') throw new Error(`The page has no words ${key}`)
    return found.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '')
  }
}
