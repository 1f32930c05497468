/** A pair that nothing matches: no metadata has an empty key. */
const nothing = { '': '' }

/**
 * Parses a filter by metadata, a Python dictionary or JSON: `{'key': 'value'}`. Any other text gives a filter that matches
 * nothing.
 */
export const metadataFilter = (text: string | undefined): Readonly<Record<string, string>> => {
  if (text === undefined) return {}
  if (!/^\s*\{.*\}\s*$/s.test(text)) return nothing
  const pairs = [...text.matchAll(/u?(['"])(.*?)\1\s*:\s*u?(['"])(.*?)\3/g)]
  return Object.fromEntries(pairs.map(([, , key = '', , value = '']) => [key, value]))
}
