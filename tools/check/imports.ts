import { type Token, tokensOf } from './tokens.ts'

/** One place where a file names another module: `import`, `export … from`, or `import()`. */
export interface Import {
  readonly specifier: string
  /** What is taken from it, by the module's own names; `*` stands for everything, `default` for the default. */
  readonly names: readonly string[]
  /** `import type`: gone at run time, yet still a dependency of the code. */
  readonly typeOnly: boolean
  readonly line: number
}

/** Every import of a TypeScript source text, in order. */
export const importsOf = (source: string): readonly Import[] => {
  const tokens = [...tokensOf(source)]
  const found: Import[] = []
  tokens.forEach((token, index) => {
    if (!keywords.includes(token.text) || token.kind !== 'word' || tokens[index - 1]?.text === '.') return
    const rest = tokens.slice(index + 1, index + 1 + maxTokens)
    if (token.text === 'import') found.push(...(bareImport(rest) ?? clauseImport(rest)))
    if (token.text === 'export' && ['{', '*', 'type'].includes(rest[0]?.text ?? ''))
      found.push(...clauseImport(rest))
  })
  return found
}

const keywords = ['import', 'export']

/** Longer than any import clause, and short enough to give up on what only looked like one. */
const maxTokens = 2000

/** `import 'x'` and `import('x')`. */
const bareImport = ([first, second]: readonly Token[]): readonly Import[] | undefined => {
  if (first?.kind === 'string') return [{ ...placed(first), names: [], typeOnly: false }]
  if (first?.text !== '(') return undefined
  return second?.kind === 'string' ? [{ ...placed(second), names: ['*'], typeOnly: false }] : []
}

/** `… from 'x'`, with everything between the keyword and `from`. */
const clauseImport = (rest: readonly Token[]): readonly Import[] => {
  const from = rest.findIndex((token, index) => token.text === 'from' && rest[index + 1]?.kind === 'string')
  const specifier = rest[from + 1]
  if (from < 0 || !specifier) return []
  const clause = rest.slice(0, from)
  if (clause.some((token) => !isClausePart(token))) return []
  const typeOnly = clause[0]?.text === 'type' && clause.length > 1
  return [{ ...placed(specifier), names: namesOf(typeOnly ? clause.slice(1) : clause), typeOnly }]
}

const isClausePart = (token: Token): boolean => token.kind !== 'mark' || '{},*'.includes(token.text)

const namesOf = (clause: readonly Token[]): readonly string[] => {
  const names: string[] = []
  let braced = false
  clause.forEach((token, index) => {
    const before = clause[index - 1]?.text
    if (token.text === '{') braced = true
    else if (token.text === '*') names.push('*')
    else if (token.kind === 'mark' || token.text === 'as' || before === 'as') return
    else if (token.text === 'type' && clause[index + 1]?.kind === 'word') return
    else names.push(braced ? token.text : 'default')
  })
  return names
}

const placed = (specifier: Token): Pick<Import, 'specifier' | 'line'> => ({
  specifier: specifier.text,
  line: specifier.line,
})
