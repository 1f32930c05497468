import { comparisonOf, type Filter, FilterMistake } from './resource-filter.ts'

interface Token {
  readonly text: string
  readonly at: number
  readonly quoted: boolean
}

const tokenForm =
  /\s*(?:("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|(<=|>=|!=|==|[=<>≤≥≠∧∨()[\],])|([^\s=<>≤≥≠!()[\],'"]+))/y

const tokensOf = (text: string): readonly Token[] => {
  const tokens: Token[] = []
  tokenForm.lastIndex = 0
  while (tokenForm.lastIndex < text.trimEnd().length) {
    const from = tokenForm.lastIndex
    const found = tokenForm.exec(text)
    if (!found) throw new FilterMistake(`the filter cannot be read from character ${from + 1} on`)
    const [all, quoted, sign, word] = found
    const at = from + all.length - (quoted ?? sign ?? word ?? '').length
    if (quoted !== undefined)
      tokens.push({ text: quoted.slice(1, -1).replaceAll(/\\(.)/g, '$1'), at, quoted: true })
    else tokens.push({ text: sign ?? word ?? '', at, quoted: false })
  }
  return tokens
}

/** The maximum depth of nested filters; hand-written ones are never that deep. */
const deepest = 50

const readValue = ({ text, quoted }: Token): unknown => {
  if (quoted) return text
  if (/^[+-]?\d+(\.\d+)?$/.test(text)) return Number(text)
  if (/^(true|false)$/i.test(text)) return text.toLowerCase() === 'true'
  return /^(none|null)$/i.test(text) ? null : text
}

/**
 * Reads a filter in text form: `host = "a" and not (flavor_id in ["1", "2"])`. Throws {@link FilterMistake}, with the position.
 */
export const readFilter = (text: string): Filter => {
  const tokens = tokensOf(text)
  let next = 0
  const fail = (wanted: string): never => {
    const token = tokens[next]
    const place = token === undefined ? 'at the end' : `at character ${token.at + 1} ("${token.text}")`
    throw new FilterMistake(`expected ${wanted} ${place}`)
  }
  const is = (...words: readonly string[]): boolean => {
    const token = tokens[next]
    return token !== undefined && !token.quoted && words.includes(token.text.toLowerCase())
  }
  const skip = (...words: readonly string[]): boolean => {
    if (!is(...words)) return false
    next += 1
    return true
  }
  const take = (wanted: string): Token => {
    const token = tokens[next]
    if (token === undefined) return fail(wanted)
    next += 1
    return token
  }
  const joined = (kind: 'and' | 'or', words: readonly string[], inner: () => Filter): Filter => {
    const operands = [inner()]
    while (skip(...words)) operands.push(inner())
    const [only] = operands
    return operands.length === 1 && only ? only : { kind, operands }
  }
  const list = (): readonly unknown[] => {
    const closing = skip('[') ? ']' : skip('(') ? ')' : fail('a list')
    const values: unknown[] = []
    do values.push(readValue(take('a value')))
    while (skip(','))
    if (!skip(closing)) fail(closing)
    return values
  }
  const comparison = (): Filter => {
    const { text: name } = take('a name')
    if (skip('in')) return { kind: 'in', name, values: list() }
    const sign = tokens[next]
    const operator = sign === undefined ? undefined : comparisonOf(sign.text.toLowerCase())
    if (operator === undefined) return fail('a comparison')
    next += 1
    return { kind: 'compare', operator, name, value: readValue(take('a value')) }
  }
  const term = (depth: number): Filter => {
    if (depth > deepest) throw new FilterMistake('the filter is nested too deeply')
    if (skip('not')) return { kind: 'not', operand: term(depth + 1) }
    if (!skip('(')) return comparison()
    const inner = either(depth + 1)
    if (!skip(')')) fail(')')
    return inner
  }
  const both = (depth: number): Filter => joined('and', ['and', '∧'], () => term(depth))
  const either = (depth: number): Filter => joined('or', ['or', '∨'], () => both(depth))
  const filter = either(0)
  if (next < tokens.length) fail('the end')
  return filter
}
