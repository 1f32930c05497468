/** Parses a filter by metadata, a Python dictionary or JSON: `{'key': 'value'}`. */
export const metadataFilter = (text: string | undefined): Readonly<Record<string, string>> => {
  if (text === undefined) return {}
  const pairs = [...text.matchAll(/u?(['"])(.*?)\1\s*:\s*u?(['"])(.*?)\3/g)]
  return Object.fromEntries(pairs.map(([, , key = '', , value = '']) => [key, value]))
}
