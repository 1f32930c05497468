/** Keywords of PromQL that cannot be names of metrics. */
const keywords = new Set(['bool', 'on', 'ignoring', 'group_left', 'group_right'])
/** Keywords followed by a list of labels. */
const beforeLabels = new Set(['on', 'ignoring', 'group_left', 'group_right', 'by', 'without'])
/** Keywords that after an operand are operators; elsewhere they are names of metrics. */
const operators = new Set(['and', 'or', 'unless', 'atan2'])
const numbers = new Set(['inf', 'nan'])

const token =
  /\s+|#[^\n]*|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|`[^`]*`|[a-zA-Z_:][\w:]*|(?:0x[\da-fA-F]+|[\d.]+(?:[eE][+-]?\d+)?[a-zA-Z]*)(?:\d+[a-zA-Z]+)*|./gs

const isText = (part: string): boolean => /^["'`]/.test(part)
/** Whether a token that is no name is the end of an operand: a text, a number or a closing bracket. */
const endsOperand = (part: string): boolean => isText(part) || /^[\d.)]/.test(part)
const isBlank = (part: string): boolean => /^\s/.test(part)

/** A comment would hide a matcher that is added after it on the same line. */
const withoutComments = (parts: readonly string[]): readonly string[] =>
  parts.map((part) => (part.startsWith('#') ? ' ' : part))

/** The index of the bracket that closes the one at `from`. */
const closing = (parts: readonly string[], from: number, close: string): number => {
  const found = parts.indexOf(close, from)
  return found === -1 ? parts.length - 1 : found
}

const quoted = (value: string): string => JSON.stringify(value)

/**
 * Restricts a PromQL query to the series of one owner by adding a label matcher to each selector. When it is unclear whether
 * something is a selector, the matcher is added anyway: then Prometheus rejects the query.
 */
export const narrowedQuery = (query: string, label: string, value: string): string => {
  const parts = withoutComments(query.match(token) ?? [])
  const matcher = `${label}=${quoted(value)}`
  const next = (from: number): string => parts.slice(from + 1).find((part) => !isBlank(part)) ?? ''
  const narrowed: string[] = []
  // A keyword where an operand is expected is the name of a metric.
  let isOperandNext = true
  for (let at = 0; at < parts.length; at += 1) {
    const part = parts[at] ?? ''
    const word = part.toLowerCase()
    if (part === '{') {
      const end = closing(parts, at, '}')
      const inner = parts
        .slice(at + 1, end)
        .join('')
        .trim()
        .replace(/,$/, '')
      narrowed.push(`{${inner === '' ? '' : `${inner},`}${matcher}}`)
      isOperandNext = false
      at = end
    } else if (part === '[') {
      const end = closing(parts, at, ']')
      narrowed.push(parts.slice(at, end + 1).join(''))
      at = end
    } else if (!/^[a-zA-Z_:]/.test(part)) {
      narrowed.push(part)
      if (!isBlank(part)) isOperandNext = !endsOperand(part)
    } else if (beforeLabels.has(word) && next(at) === '(') {
      const end = closing(parts, at, ')')
      narrowed.push(parts.slice(at, end + 1).join(''))
      at = end
    } else if (!isOperandNext && (operators.has(word) || word === 'offset')) {
      narrowed.push(part)
      isOperandNext = word !== 'offset'
    } else if (numbers.has(word)) {
      narrowed.push(part)
      isOperandNext = false
    } else if (keywords.has(word) || ['(', '{'].includes(next(at)) || isAggregated(next(at)))
      narrowed.push(part)
    else {
      narrowed.push(`${part}{${matcher}}`)
      isOperandNext = false
    }
  }
  return narrowed.join('')
}

/** Whether the next token shows that a name is an aggregation operator, as in `sum by (a) (b)`. */
const isAggregated = (next: string): boolean => ['by', 'without'].includes(next.toLowerCase())
