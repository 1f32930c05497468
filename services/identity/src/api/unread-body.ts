/** A part of a body as it came, before its schema has been asked; empty where there is no such object. */
export const partOf = (body: unknown, name: string): Readonly<Record<string, unknown>> => {
  const part: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, name) : undefined
  return typeof part === 'object' && part !== null ? { ...part } : {}
}

/** Text of such a part; anything else is as good as nothing. */
export const textIn = (part: Readonly<Record<string, unknown>>, name: string): string | undefined => {
  const value = part[name]
  return typeof value === 'string' ? value : undefined
}
