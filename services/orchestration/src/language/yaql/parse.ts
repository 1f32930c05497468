import { type Token, tokensOf } from './tokens.ts'

/** A YAQL expression. */
export type Expression =
  | { readonly kind: 'literal'; readonly value: unknown }
  | { readonly kind: 'variable'; readonly name: string }
  | { readonly kind: 'member'; readonly of: Expression; readonly name: string }
  | { readonly kind: 'index'; readonly of: Expression; readonly by: Expression }
  | {
      readonly kind: 'call'
      readonly name: string
      readonly of: Expression | undefined
      readonly args: readonly Expression[]
    }
  | { readonly kind: 'list'; readonly items: readonly Expression[] }
  | { readonly kind: 'pair'; readonly key: Expression; readonly value: Expression }
  | { readonly kind: 'map'; readonly pairs: readonly Expression[] }
  | { readonly kind: 'unary'; readonly sign: string; readonly of: Expression }
  | { readonly kind: 'binary'; readonly sign: string; readonly left: Expression; readonly right: Expression }

/** Operator precedence; operators of the same precedence are left-associative. */
const strengths: Readonly<Record<string, number>> = {
  '=>': 1,
  '->': 2,
  or: 3,
  and: 4,
  ...Object.fromEntries(['<', '>', '<=', '>=', '=', '!=', 'in'].map((sign) => [sign, 6])),
  '=~': 7,
  '!~': 7,
  '+': 8,
  '-': 8,
  '*': 9,
  '/': 9,
  mod: 9,
}

const constants: Readonly<Record<string, unknown>> = { true: true, false: false, null: null }

class Parser {
  readonly #tokens: readonly Token[]
  #next = 0

  constructor(expression: string) {
    this.#tokens = tokensOf(expression)
  }

  whole(): Expression {
    const expression = this.#binary(0)
    if (this.#peek().kind !== 'end') throw this.#unexpected()
    return expression
  }

  #peek(): Token {
    return this.#tokens[this.#next] ?? { kind: 'end', text: '', at: 0 }
  }

  #take(): Token {
    const token = this.#peek()
    this.#next += 1
    return token
  }

  #unexpected(): Error {
    const { text, at } = this.#peek()
    return new Error(text === '' ? 'the expression ends too early' : `unexpected '${text}' at position ${at}`)
  }

  #is(text: string): boolean {
    const token = this.#peek()
    return (token.kind === 'sign' || token.kind === 'name') && token.text === text
  }

  #expect(text: string): void {
    if (!this.#is(text)) throw this.#unexpected()
    this.#next += 1
  }

  #binary(least: number): Expression {
    let left = this.#unary()
    for (;;) {
      const token = this.#peek()
      const strength = token.kind === 'sign' || token.kind === 'name' ? strengths[token.text] : undefined
      if (strength === undefined || strength <= least) return left
      this.#next += 1
      const right = this.#binary(strength)
      left =
        token.text === '=>'
          ? { kind: 'pair', key: left, value: right }
          : { kind: 'binary', sign: token.text, left, right }
    }
  }

  #unary(): Expression {
    if (this.#is('not')) {
      this.#next += 1
      return { kind: 'unary', sign: 'not', of: this.#binary(5) }
    }
    if (this.#is('-') || this.#is('+')) return { kind: 'unary', sign: this.#take().text, of: this.#unary() }
    return this.#postfix(this.#primary())
  }

  #postfix(start: Expression): Expression {
    let of = start
    for (;;) {
      if (this.#is('?')) {
        this.#next += 1
        continue
      }
      if (this.#is('.')) {
        this.#next += 1
        const { kind, text } = this.#take()
        if (kind !== 'name') throw this.#unexpected()
        of = this.#is('(')
          ? { kind: 'call', name: text, of, args: this.#between('(', ')') }
          : { kind: 'member', of, name: text }
      } else if (this.#is('[')) {
        this.#next += 1
        const by = this.#binary(0)
        this.#expect(']')
        of = { kind: 'index', of, by }
      } else return of
    }
  }

  #between(open: string, close: string): readonly Expression[] {
    this.#expect(open)
    const items: Expression[] = []
    while (!this.#is(close)) {
      items.push(this.#binary(0))
      if (!this.#is(close)) this.#expect(',')
    }
    this.#expect(close)
    return items
  }

  #primary(): Expression {
    if (this.#is('(')) {
      this.#next += 1
      const inner = this.#binary(0)
      this.#expect(')')
      return inner
    }
    if (this.#is('[')) return { kind: 'list', items: this.#between('[', ']') }
    if (this.#is('{')) return { kind: 'map', pairs: this.#between('{', '}') }
    const { kind, text } = this.#peek()
    if (kind === 'end' || kind === 'sign') throw this.#unexpected()
    this.#next += 1
    if (kind === 'number') return { kind: 'literal', value: Number(text) }
    if (kind === 'text') return { kind: 'literal', value: text }
    if (kind === 'variable') return { kind: 'variable', name: text }
    if (this.#is('(')) return { kind: 'call', name: text, of: undefined, args: this.#between('(', ')') }
    return { kind: 'literal', value: Object.hasOwn(constants, text) ? constants[text] : text }
  }
}

export const parseYaql = (expression: string): Expression => new Parser(expression).whole()
