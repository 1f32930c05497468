import { CliError } from '../../cloud/cli-error.ts'

/** A query in Aodh's format: `{ and: [{ '=': { state: 'ok' } }, …] }`. */
type Filter = { readonly [operator: string]: unknown }

const token = /\s*(?:(>=|<=|!=|==|=|>|<|\(|\))|"([^"]*)"|'([^']*)'|([^\s()<>=!"']+))/y

interface Token {
  /** An operator, a parenthesis or a bare word. */
  readonly word: string
  readonly isQuoted: boolean
}

const tokensOf = (query: string): readonly Token[] => {
  const tokens: Token[] = []
  token.lastIndex = 0
  while (token.lastIndex < query.trimEnd().length) {
    const at = token.lastIndex
    const found = token.exec(query)
    if (!found) throw new CliError(`Syntax error in the query at: ${query.slice(at)}`)
    const [, sign, double, single, bare] = found
    const quoted = double ?? single
    tokens.push(
      quoted === undefined ? { word: sign ?? bare ?? '', isQuoted: false } : { word: quoted, isQuoted: true },
    )
  }
  return tokens
}

const signs = ['>=', '<=', '!=', '=', '==', '>', '<', 'eq', 'ne', 'lt', 'gt', 'ge', 'le']

const names: Readonly<Record<string, string>> = {
  ...{ '==': '=', eq: '=', ne: '!=', lt: '<', gt: '>', ge: '>=', le: '<=' },
}

const typedValue = ({ word, isQuoted }: Token): unknown => {
  if (isQuoted) return word
  if (/^(none|null)$/i.test(word)) return null
  if (/^(true|false)$/i.test(word)) return word.toLowerCase() === 'true'
  return /^[+-]?\d+(\.\d*)?([eE][+-]?\d+)?$/.test(word) ? Number(word) : word
}

/** Parses `state=alarm and (severity!=low or not enabled=true)`, the query language of the Aodh client. */
export const richQuery = (query: string): Filter => {
  const tokens = [...tokensOf(query)]
  const complain = (): CliError => new CliError(`Syntax error in the query: ${query}`)
  const isNext = (word: string): boolean => {
    const [next] = tokens
    return next !== undefined && !next.isQuoted && next.word.toLowerCase() === word
  }
  const take = (): Token => {
    const next = tokens.shift()
    if (next === undefined) throw complain()
    return next
  }
  const condition = (): Filter => {
    if (isNext('not')) {
      take()
      return { not: condition() }
    }
    if (isNext('(')) {
      take()
      const inner = any()
      if (take().word !== ')') throw complain()
      return inner
    }
    const [field, sign, value] = [take(), take(), take()]
    if (!signs.includes(sign.word)) throw complain()
    return { [names[sign.word] ?? sign.word]: { [field.word]: typedValue(value) } }
  }
  const joined = (word: 'and' | 'or', part: () => Filter): Filter => {
    const parts = [part()]
    while (isNext(word)) {
      take()
      parts.push(part())
    }
    const [only] = parts
    return parts.length === 1 && only !== undefined ? only : { [word]: parts }
  }
  const all = (): Filter => joined('and', condition)
  const any = (): Filter => joined('or', all)
  const filter = any()
  if (tokens.length > 0) throw complain()
  return filter
}
