/** The object under a name in a body that has not been validated yet; empty if there is no such object. */
export const partOf = (body: unknown, name: string): Readonly<Record<string, unknown>> => {
  const part: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, name) : undefined
  return typeof part === 'object' && part !== null ? { ...part } : {}
}

/** The text under a name in such an object; undefined if the value is missing or not a text. */
export const textIn = (part: Readonly<Record<string, unknown>>, name: string): string | undefined => {
  const value = part[name]
  return typeof value === 'string' ? value : undefined
}
