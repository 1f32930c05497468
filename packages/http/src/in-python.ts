/** A value in Python syntax (`repr`), as it appears in OpenStack's messages. */
export const inPython = (value: unknown): string => {
  if (typeof value === 'string') return quoted(value)
  if (value === null || value === undefined) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (Array.isArray(value)) return `[${value.map(inPython).join(', ')}]`
  if (typeof value !== 'object') return String(value)
  const entries = Object.entries(value).map(([name, one]) => `${quoted(name)}: ${inPython(one)}`)
  return `{${entries.join(', ')}}`
}

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/** Uses double quotes only if the text contains single ones and no double ones. */
const quoted = (text: string): string => {
  const escaped = text.replaceAll(/[\\\n\r\t]/g, (one) => escapes[one] ?? one)
  if (!escaped.includes("'")) return `'${escaped}'`
  return escaped.includes('"') ? `'${escaped.replaceAll("'", "\\'")}'` : `"${escaped}"`
}
