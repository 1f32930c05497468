/** Providers by id; roots have no parent. */
type Parents = ReadonlyMap<string, { readonly parentId: string | null }>

/** Whether one of `ids` is an ancestor of, or the same as, all the others. */
export const inSameSubtree = (ids: readonly string[], parents: Parents): boolean =>
  ids.some((top) => ids.every((id) => isAtOrBelow(id, top, parents)))

const isAtOrBelow = (id: string, top: string, parents: Parents): boolean => {
  for (let at: string | null = id; at !== null; at = parents.get(at)?.parentId ?? null)
    if (at === top) return true
  return false
}
