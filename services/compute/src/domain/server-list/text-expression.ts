import { RE2JS } from 're2js'
import { readPattern, type TextPattern } from './text-pattern.ts'

/** Finds a regular expression in a text. */
export interface TextExpression {
  foundIn(text: string): boolean
}

/** An expression that SQL can judge by itself, or one that has to be looked for in the rows. */
export type ReadExpression = { readonly like: TextPattern } | { readonly matches: TextExpression }

const longestExpression = 255

/** Text in which only `.`, `.*`, the anchors at its ends and escapes of punctuation mean something. */
const isPlain = (expression: string): boolean =>
  /^\^?(?:[^\\^$*+?()[\]{}|.]|\\[^A-Za-z0-9]|\.\*?(?![*+?{]))*\$?$/.test(expression)

/** The names of POSIX for the ends of words, which RE2 has another sign for. */
const inRe2 = (expression: string): string => expression.replaceAll(/\[\[:[<>]:\]\]/g, '\\b')

/**
 * Reads the regular expressions that people filter lists by, as databases have them: found anywhere in the text, in upper or
 * lower case. They are judged in a time that grows with the text alone, so a stranger's can keep nobody busy; what would
 * need more (back references, looking around) is refused. Undefined where it is none.
 */
export const readExpression = (expression: string): ReadExpression | undefined => {
  if (isPlain(expression)) return { like: readPattern(expression) }
  if (expression.length > longestExpression) return undefined
  try {
    const compiled = RE2JS.compile(inRe2(expression), RE2JS.CASE_INSENSITIVE)
    return { matches: { foundIn: (text) => compiled.matcher(text).find() } }
  } catch {
    return undefined
  }
}
