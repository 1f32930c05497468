/** A node of an expression, with its position in the client's text. */
export type Node =
  | { readonly kind: 'word'; readonly word: string; readonly at: string }
  | { readonly kind: 'number'; readonly number: number; readonly at: string }
  | { readonly kind: 'list'; readonly items: readonly Node[]; readonly at: string }

/** An invalid expression, with its position. */
export class OperationMistake extends Error {
  override readonly name = 'OperationMistake'
  constructor(reason: string, at: string) {
    super(`${reason} ${at}`)
  }
}

/** The maximum depth of nested lists. */
const deepest = 50

/** Reads an expression in JSON. Throws {@link OperationMistake}. */
export const nodeOf = (value: unknown, path = 'operations', depth = 0): Node => {
  const at = `at ${path}`
  if (depth > deepest) throw new OperationMistake('the operations are nested too deeply', at)
  if (typeof value === 'number') return { kind: 'number', number: value, at }
  if (typeof value === 'string') return { kind: 'word', word: value, at }
  if (!Array.isArray(value)) throw new OperationMistake('expected a list, a name or a number', at)
  const items = value.map((item: unknown, index) => nodeOf(item, `${path}[${index}]`, depth + 1))
  return { kind: 'list', items, at }
}

const numberForm = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i
const tokenForm = /\s*(?:([()[\]])|"([^"]*)"|'([^']*)'|([^\s()[\]"']+))/y

interface Open {
  readonly items: Node[]
  readonly closing: string
  readonly at: string
}

/** Reads an expression in text form: `(+ (metric cpu mean) 2)`. Throws {@link OperationMistake}. */
export const readNode = (text: string): Node => {
  const trimmed = text.trimEnd()
  const stack: Open[] = [{ items: [], closing: '', at: 'at character 1' }]
  tokenForm.lastIndex = 0
  while (tokenForm.lastIndex < trimmed.length) {
    const from = tokenForm.lastIndex
    const found = tokenForm.exec(trimmed)
    const start = from + (trimmed.slice(from).match(/^\s*/)?.[0].length ?? 0)
    const at = `at character ${start + 1}`
    if (!found) throw new OperationMistake('cannot read the operations', at)
    const [, bracket, ...words] = found
    const top = stack.at(-1)
    if (top === undefined || stack.length > deepest)
      throw new OperationMistake('the operations are nested too deeply', at)
    if (bracket === '(' || bracket === '[') {
      stack.push({ items: [], closing: bracket === '(' ? ')' : ']', at })
    } else if (bracket !== undefined) {
      if (bracket !== top.closing) throw new OperationMistake(`unexpected "${bracket}"`, at)
      stack.pop()
      stack.at(-1)?.items.push({ kind: 'list', items: top.items, at: top.at })
    } else {
      const word = words.find((one) => one !== undefined) ?? ''
      const isNumber = words[2] !== undefined && numberForm.test(word)
      top.items.push(isNumber ? { kind: 'number', number: Number(word), at } : { kind: 'word', word, at })
    }
  }
  const last = stack.at(-1)
  if (stack.length > 1 && last)
    throw new OperationMistake(`expected "${last.closing}" for what begins`, last.at)
  const [node, second] = last?.items ?? []
  if (node === undefined) throw new OperationMistake('expected operations', 'at character 1')
  if (second !== undefined) throw new OperationMistake('expected the end', second.at)
  return node
}
