/** An object in a service's reply. */
export type Shown = Readonly<Record<string, unknown>>

export const isShown = (value: unknown): value is Shown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The object under a key of a reply without a named contract: `network` in `{ network: … }`. */
export const shownUnder = (body: unknown, name: string): Shown => {
  const shown = isShown(body) ? body[name] : undefined
  if (isShown(shown)) return shown
  throw new TypeError(`the reply holds no ${name}`)
}

/** The objects of a list reply. */
export const listedUnder = (body: unknown, name: string): readonly Shown[] => {
  const listed = isShown(body) ? body[name] : undefined
  return Array.isArray(listed) ? listed.filter(isShown) : []
}

export const idOf = ({ id }: Shown): string => String(id)
