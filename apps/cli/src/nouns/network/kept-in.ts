/**
 * What a list of a resource keeps when a `set` command adds items to it: everything, or nothing if the list is to be replaced.
 * Undefined when the command leaves the list as it is.
 */
export const keptIn = <Item>(
  present: readonly Item[],
  added: readonly unknown[],
  replaces = false,
): readonly Item[] | undefined => {
  if (added.length === 0 && !replaces) return undefined
  return replaces ? [] : present
}
