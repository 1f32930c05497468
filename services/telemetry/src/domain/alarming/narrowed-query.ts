/** What is no name of a metric though it stands where one may. */
const words = new Set(
  ['and', 'or', 'unless', 'atan2', 'bool', 'offset', 'inf', 'nan', 'start', 'end'].concat([
    'on',
    'ignoring',
    'group_left',
    'group_right',
    'by',
    'without',
  ]),
)
/** Behind these stand labels. */
const beforeLabels = new Set(['on', 'ignoring', 'group_left', 'group_right', 'by', 'without'])

const token =
  /\s+|#[^\n]*|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|`[^`]*`|[a-zA-Z_:][\w:]*|(?:0x[\da-fA-F]+|[\d.]+(?:[eE][+-]?\d+)?[a-zA-Z]*)(?:\d+[a-zA-Z]+)*|./gs

const isText = (part: string): boolean => /^["'`]/.test(part)
const isBlank = (part: string): boolean => /^[\s#]/.test(part)

/** The place of the bracket that closes the one at `from`. */
const closing = (parts: readonly string[], from: number, close: string): number => {
  const found = parts.indexOf(close, from)
  return found === -1 ? parts.length - 1 : found
}

const quoted = (value: string): string => JSON.stringify(value)

/**
 * A PromQL query that sees the series of one owner alone: each selector in it asks for that label. Where it cannot be told what is a
 * selector the label is asked for rather once too often: then Prometheus refuses the query.
 */
export const narrowedQuery = (query: string, label: string, value: string): string => {
  const parts = query.match(token) ?? []
  const matcher = `${label}=${quoted(value)}`
  const next = (from: number): string => parts.slice(from + 1).find((part) => !isBlank(part)) ?? ''
  const told: string[] = []
  for (let at = 0; at < parts.length; at += 1) {
    const part = parts[at] ?? ''
    if (part === '{') {
      const end = closing(parts, at, '}')
      const inner = parts
        .slice(at + 1, end)
        .join('')
        .trim()
        .replace(/,$/, '')
      told.push(`{${inner === '' ? '' : `${inner},`}${matcher}}`)
      at = end
    } else if (part === '[') {
      const end = closing(parts, at, ']')
      told.push(parts.slice(at, end + 1).join(''))
      at = end
    } else if (!/^[a-zA-Z_:]/.test(part) || isText(part)) told.push(part)
    else if (beforeLabels.has(part.toLowerCase()) && next(at) === '(') {
      const end = closing(parts, at, ')')
      told.push(parts.slice(at, end + 1).join(''))
      at = end
    } else if (words.has(part.toLowerCase()) || ['(', '{'].includes(next(at)) || isAggregated(next(at)))
      told.push(part)
    else told.push(`${part}{${matcher}}`)
  }
  return told.join('')
}

/** `sum by (a) (b)`: the name of what is done, with labels before what it is done to. */
const isAggregated = (next: string): boolean => ['by', 'without'].includes(next.toLowerCase())
