import { errors } from '../../errors.ts'

const invalid = (text: string, why: string) =>
  errors.Invalid({ reason: `Invalid filter value ${text}. ${why}` })

/** One value of the list and its separator: a quoted value may contain commas, and backslashes before quotes. */
const item = /(?:"((?:[^"\\]|\\.)*)"|([^,]*))(,|$)/y

/** Parses `in:"a",b`; anything else is a single value. */
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

/** The reason why the list is invalid at a quoted value. */
const unfit = (rest: string): string =>
  /^"(?:[^"\\]|\\.)*"/.test(rest)
    ? 'There is no comma after closing quotation mark.'
    : 'The quote is not closed.'
