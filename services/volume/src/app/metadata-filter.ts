/** `{'key': 'value'}`, as lists are narrowed by metadata: a Python dictionary, or JSON. */
export const metadataFilter = (text: string | undefined): Readonly<Record<string, string>> => {
  if (text === undefined) return {}
  const pairs = [...text.matchAll(/u?(['"])(.*?)\1\s*:\s*u?(['"])(.*?)\3/g)]
  return Object.fromEntries(pairs.map(([, , key = '', , value = '']) => [key, value]))
}
