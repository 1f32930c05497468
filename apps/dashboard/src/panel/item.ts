/** Something an API shows, as it showed it. */
export type Item = Readonly<Record<string, unknown>>

export const isItem = (value: unknown): value is Item =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The value under a name; a name that the item lacks may be a way into it: `flavor.original_name`. */
export const valueAt = (item: Item, name: string): unknown => {
  if (name in item) return item[name]
  return name.split('.').reduce<unknown>((value, step) => (isItem(value) ? value[step] : undefined), item)
}

/** The same as text; empty where there is none. */
export const textAt = (item: Item, name: string): string => {
  const value = valueAt(item, name)
  return value === undefined || value === null ? '' : String(value)
}
