/** A token of a YAQL expression. */
export interface Token {
  readonly kind: 'number' | 'text' | 'name' | 'variable' | 'sign' | 'end'
  readonly text: string
  readonly at: number
}

const pattern =
  /\s+|(?<number>\d+(?:\.\d+)?)|(?<text>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`)|(?<variable>\$\w*)|(?<name>[A-Za-z_]\w*)|(?<sign>=>|->|=~|!~|<=|>=|!=|[-+*/=<>().,[\]{}?])/y

const unquoted = (text: string): string =>
  text.slice(1, -1).replace(/\\(.)/g, (_, letter: string) => ({ n: '\n', t: '\t' })[letter] ?? letter)

export const tokensOf = (expression: string): readonly Token[] => {
  const tokens: Token[] = []
  pattern.lastIndex = 0
  for (let at = 0; at < expression.length; at = pattern.lastIndex) {
    const match = pattern.exec(expression)
    if (!match) throw new Error(`lexical error near position ${at}: ${expression.slice(at, at + 10)}`)
    const found = Object.entries(match.groups ?? {}).find(([, text]) => text !== undefined)
    if (!found) continue
    const [kind, text = ''] = found
    if (kind === 'number' || kind === 'text' || kind === 'name' || kind === 'variable' || kind === 'sign')
      tokens.push({ kind, text: kind === 'text' ? unquoted(text) : text, at })
  }
  return [...tokens, { kind: 'end', text: '', at: expression.length }]
}
