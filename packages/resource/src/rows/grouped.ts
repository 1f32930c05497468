/** Groups values by key, keeping their order. */
export const grouped = <Item, Value>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
  pickFrom: (item: Item) => Value,
): Map<string, Value[]> => {
  const groups = new Map<string, Value[]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group) group.push(pickFrom(item))
    else groups.set(key, [pickFrom(item)])
  }
  return groups
}
