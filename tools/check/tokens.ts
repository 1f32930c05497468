export interface Token {
  readonly kind: 'word' | 'string' | 'mark'
  readonly text: string
  /** Line in the file, from 1. */
  readonly line: number
}

/**
 * The words, quoted strings and punctuation of TypeScript source; comments, templates and regular expressions are left
 * out. Just enough of a lexer to find imports: it never mistakes quoted or commented code for code.
 */
export function* tokensOf(source: string): Generator<Token> {
  let at = 0
  let line = 1
  let last: Token | undefined
  while (at < source.length) {
    const end = skipEnd(source, at, last) ?? at
    if (end > at) {
      line += newlines(source, at, end)
      at = end
      continue
    }
    const token = { ...readToken(source, at), line }
    at += token.length
    last = token
    yield token
  }
}

const readToken = (source: string, at: number): { kind: Token['kind']; text: string; length: number } => {
  const first = source.charAt(at)
  if (first === '"' || first === "'") {
    const end = quotedEnd(source, at)
    return { kind: 'string', text: source.slice(at + 1, end - 1), length: end - at }
  }
  const word = match(/[\p{ID_Start}$_][\p{ID_Continue}$]*|\d[\w.]*/uy, source, at)
  return word
    ? { kind: 'word', text: word, length: word.length }
    : { kind: 'mark', text: first, length: first.length }
}

/** Where the white space, comment, template or regular expression that starts here ends; nothing if none does. */
const skipEnd = (source: string, at: number, last: Token | undefined): number | undefined => {
  const space = match(/\s+/y, source, at)
  if (space) return at + space.length
  if (source.startsWith('//', at)) return endAfter(source, '\n', at)
  if (source.startsWith('/*', at)) return endAfter(source, '*/', at + 2)
  if (source[at] === '`') return templateEnd(source, at)
  if (source[at] === '/' && beginsExpression(last)) {
    const pattern = match(/\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+\/[a-z]*/y, source, at)
    if (pattern) return at + pattern.length
  }
  return undefined
}

/** Whether a slash after this token opens a regular expression and does not divide. */
const beginsExpression = (last: Token | undefined): boolean => {
  if (!last) return true
  if (last.kind === 'word')
    return ['return', 'typeof', 'case', 'of', 'in', 'yield', 'await'].includes(last.text)
  return last.kind === 'mark' && !')]'.includes(last.text)
}

const quotedEnd = (source: string, at: number): number => {
  const quoted = match(/(["'])(?:\\.|(?!\1)[^\\\n])*\1?/sy, source, at)
  return at + (quoted?.length ?? 1)
}

/** Templates nest: an expression inside may hold strings, braces and further templates. */
const templateEnd = (source: string, start: number): number => {
  let at = start + 1
  while (at < source.length) {
    if (source[at] === '\\') at += 2
    else if (source[at] === '`') return at + 1
    else if (source.startsWith('${', at)) at = expressionEnd(source, at + 2)
    else at++
  }
  return at
}

const expressionEnd = (source: string, start: number): number => {
  let at = start
  for (let depth = 1; at < source.length && depth > 0; ) {
    const char = source[at]
    if (char === '`') at = templateEnd(source, at)
    else if (char === '"' || char === "'") at = quotedEnd(source, at)
    else {
      if (char === '{') depth++
      if (char === '}') depth--
      at++
    }
  }
  return at
}

const match = (pattern: RegExp, source: string, at: number): string | undefined => {
  pattern.lastIndex = at
  return pattern.exec(source)?.[0]
}

const endAfter = (source: string, mark: string, at: number): number => {
  const found = source.indexOf(mark, at)
  return found < 0 ? source.length : found + mark.length
}

const newlines = (source: string, from: number, to: number): number => {
  let count = 0
  for (let at = source.indexOf('\n', from); at >= 0 && at < to; at = source.indexOf('\n', at + 1)) count++
  return count
}
