import { PolicyError } from './policy-error.ts'
import { type Token, tokenize } from './tokens.ts'

/** A rule's syntax tree. `match` is what follows the first colon of a check: `{ kind: 'role', match: 'admin' }`. */
export type Expression =
  | { readonly type: 'always' }
  | { readonly type: 'never' }
  | { readonly type: 'check'; readonly kind: string; readonly match: string }
  | { readonly type: 'not'; readonly operand: Expression }
  | { readonly type: 'and' | 'or'; readonly operands: readonly Expression[] }

const parseLeaf = (text: string): Expression => {
  if (text === '@') return { type: 'always' }
  if (text === '!') return { type: 'never' }
  const colon = text.indexOf(':')
  if (colon < 1) throw new PolicyError(`"${text}" is not a check: expected kind:match, "@" or "!"`)
  const kind = text.slice(0, colon)
  if (kind === 'http' || kind === 'https') {
    throw new PolicyError(`"${text}": checks that ask a remote server are not supported`)
  }
  return { type: 'check', kind, match: text.slice(colon + 1) }
}

/** A recursive descent parser: `or` of `and`s of optionally negated checks and parentheses. */
class Parser {
  private readonly tokens: readonly Token[]
  private position = 0

  constructor(tokens: readonly Token[]) {
    this.tokens = tokens
  }

  parse(): Expression {
    const whole = this.disjunction()
    if (this.peek().kind !== 'end') throw new PolicyError(`unexpected ${this.described()}`)
    return whole
  }

  private disjunction(): Expression {
    return this.chain('or', () => this.chain('and', () => this.operand()))
  }

  private chain(joint: 'and' | 'or', next: () => Expression): Expression {
    const first = next()
    const operands = [first]
    while (this.take(joint)) operands.push(next())
    return operands.length === 1 ? first : { type: joint, operands }
  }

  private operand(): Expression {
    if (this.take('not')) return { type: 'not', operand: this.operand() }
    if (this.take('(')) {
      const inner = this.disjunction()
      if (!this.take(')')) throw new PolicyError(`expected ")" before ${this.described()}`)
      return inner
    }
    const token = this.peek()
    if (token.kind !== 'check') throw new PolicyError(`expected a check before ${this.described()}`)
    this.position += 1
    return parseLeaf(token.text)
  }

  private take(kind: Token['kind']): boolean {
    const found = this.peek().kind === kind
    if (found) this.position += 1
    return found
  }

  private peek(): Token {
    return this.tokens[this.position] ?? { kind: 'end' }
  }

  private described(): string {
    const token = this.peek()
    if (token.kind === 'end') return 'the end'
    return `"${token.kind === 'check' ? token.text : token.kind}"`
  }
}

/** Parses a rule such as `role:admin or (role:member and project_id:%(project_id)s)`; an empty rule always holds. */
export const parseCheck = (rule: string): Expression => {
  if (rule.trim() === '') return { type: 'always' }
  try {
    return new Parser(tokenize(rule)).parse()
  } catch (error) {
    if (!(error instanceof PolicyError)) throw error
    throw new PolicyError(`${error.message}, in policy rule "${rule}"`)
  }
}
