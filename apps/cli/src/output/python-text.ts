const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }

const quoted = (text: string): string => {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'"
  const body = text.replace(/[\\\n\r\t]/g, (each) => escapes[each] ?? each)
  return quote + (quote === "'" ? body.replaceAll("'", "\\'") : body) + quote
}

const literal = (value: unknown): string => {
  if (typeof value === 'string') return quoted(value)
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`
  if (typeof value === 'object' && value !== null) {
    const pairs = Object.entries(value).map(([key, each]) => `${quoted(key)}: ${literal(each)}`)
    return `{${pairs.join(', ')}}`
  }
  return pythonText(value)
}

/** Formats a value like Python's `str()`, which scripts for the openstack client parse: `None`, `True`, `['a', 'b']`. */
export const pythonText = (value: unknown): string => {
  if (value === null || value === undefined) return 'None'
  if (value === true) return 'True'
  if (value === false) return 'False'
  if (typeof value === 'object') return literal(value)
  return String(value)
}
