import { errors } from '../../errors.ts'

const invalid = (text: string, why: string) =>
  errors.Invalid({ reason: `Invalid filter value ${text}. ${why}` })

/** One value of a list and what follows it: in quotes it may hold commas, and a backslash before a quote. */
const item = /(?:"((?:[^"\\]|\\.)*)"|([^,]*))(,|$)/y

/** `in:"a",b` as a list; anything else is one value. */
export const choices = (text: string): readonly string[] => {
  if (!text.startsWith('in:')) return [text]
  const list = text.slice('in:'.length)
  const values: string[] = []
  item.lastIndex = 0
  for (let at = 0; ; at = item.lastIndex) {
    const [whole, quoted, bare, end] = item.exec(list) ?? []
    if (whole === undefined) throw invalid(list, unfit(list.slice(at)))
    if (bare?.includes('"')) throw invalid(list, 'There is no comma before opening quotation mark.')
    values.push(quoted ?? bare ?? '')
    if (end === '') return values
  }
}

/** Why a list cannot be read on from here, where a quote opens. */
const unfit = (rest: string): string =>
  /^"(?:[^"\\]|\\.)*"/.test(rest)
    ? 'There is no comma after closing quotation mark.'
    : 'The quote is not closed.'
