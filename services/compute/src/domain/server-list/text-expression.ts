import { RE2JS } from 're2js'
import { readPattern, type TextPattern } from './text-pattern.ts'

/** A compiled regular expression. */
export interface TextExpression {
  foundIn(text: string): boolean
}

/** An expression that SQL can evaluate, or one to evaluate in memory. */
export type ReadExpression = { readonly like: TextPattern } | { readonly matches: TextExpression }

const longestExpression = 255

/** Whether an expression contains only text, `.`, `.*`, anchors at its ends and escaped punctuation. */
const isPlain = (expression: string): boolean =>
  /^\^?(?:[^\\^$*+?()[\]{}|.]|\\[^A-Za-z0-9]|\.\*?(?![*+?{]))*\$?$/.test(expression)

/** Translates POSIX word boundaries to RE2's. */
const inRe2 = (expression: string): string => expression.replaceAll(/\[\[:[<>]:\]\]/g, '\\b')

/**
 * Parses the regular expressions of filters with the semantics of databases: unanchored and case-insensitive. RE2
 * evaluates them in linear time, so that no expression can block the process; back references and lookaround are
 * refused. Undefined for an invalid one.
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
