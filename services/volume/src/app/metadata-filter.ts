/** No metadata has a key without letters, so that nothing has this pair. */
const nothing = { '': '' }

/** Parses a filter by metadata, a Python dictionary or JSON: `{'key': 'value'}`. What is none is a filter that nothing passes. */
export const metadataFilter = (text: string | undefined): Readonly<Record<string, string>> => {
  if (text === undefined) return {}
  if (!/^\s*\{.*\}\s*$/s.test(text)) return nothing
  const pairs = [...text.matchAll(/u?(['"])(.*?)\1\s*:\s*u?(['"])(.*?)\3/g)]
  return Object.fromEntries(pairs.map(([, , key = '', , value = '']) => [key, value]))
}
