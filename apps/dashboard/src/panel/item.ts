/** A resource as the API returned it. */
export type Item = Readonly<Record<string, unknown>>

export const isItem = (value: unknown): value is Item =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The attribute of a name. If there is none, the name is read as a path: `flavor.original_name`. */
export const valueAt = (item: Item, name: string): unknown => {
  if (name in item) return item[name]
  return name.split('.').reduce<unknown>((value, step) => (isItem(value) ? value[step] : undefined), item)
}

/** The attribute of a name as text; empty if there is none. */
export const textAt = (item: Item, name: string): string => {
  const value = valueAt(item, name)
  return value === undefined || value === null ? '' : String(value)
}
