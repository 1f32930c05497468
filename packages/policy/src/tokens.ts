import { PolicyError } from './policy-error.ts'

/** A token of the policy language: structure, or a check such as `role:admin`. */
export type Token =
  | { readonly kind: '(' | ')' | 'and' | 'or' | 'not' | 'end' }
  | { readonly kind: 'check'; readonly text: string }

// A check ends at white space or a parenthesis, except within `%(name)s` and quotes.
const wordPattern = /\s*(?:([()])|((?:%\([^)]*\)s|'[^']*'|"[^"]*"|[^\s()'"])+))/y

const structure = (word: string): Token | undefined => {
  const lower = word.toLowerCase()
  return lower === 'and' || lower === 'or' || lower === 'not' ? { kind: lower } : undefined
}

/** Splits a rule into tokens, followed by `end`. */
export const tokenize = (rule: string): readonly Token[] => {
  const tokens: Token[] = []
  const text = rule.trimEnd()
  wordPattern.lastIndex = 0
  while (wordPattern.lastIndex < text.length) {
    const from = wordPattern.lastIndex
    const match = wordPattern.exec(text)
    if (match === null) throw new PolicyError(`cannot read "${text.slice(from)}"`)
    const [, parenthesis, word = ''] = match
    if (parenthesis === '(' || parenthesis === ')') tokens.push({ kind: parenthesis })
    else tokens.push(structure(word) ?? { kind: 'check', text: word })
  }
  tokens.push({ kind: 'end' })
  return tokens
}
