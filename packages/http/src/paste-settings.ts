import { PasteError } from './paste.ts'

type Settings = Readonly<Record<string, string>>

const truths = ['true', 'yes', 'on', '1']
const falsehoods = ['false', 'no', 'off', '0']

/** A filter's setting that is a whole number. Throws {@link PasteError} for other text, with which a limit would not limit anything. */
export const wholeNumberIn = (settings: Settings, name: string, usual: number): number => {
  const text = settings[name] ?? String(usual)
  if (!/^-?\d+$/.test(text)) throw new PasteError(`${name} = ${text} is not a whole number`)
  return Number(text)
}

/** A filter's setting that is true or false, false by default. Throws {@link PasteError} for other words. */
export const flagIn = (settings: Settings, name: string): boolean => {
  const text = settings[name] ?? 'false'
  const word = text.toLowerCase()
  if (truths.includes(word)) return true
  if (falsehoods.includes(word)) return false
  throw new PasteError(`${name} = ${text} is neither true nor false`)
}
