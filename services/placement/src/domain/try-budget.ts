/** Limits the steps of a search, because combinations multiply. */
export interface TryBudget {
  readonly isSpent: () => boolean
  /** A limit per tree, so that a hopeless tree leaves steps for others: true while a step is allowed. */
  readonly ofTree: () => () => boolean
}

export const tryBudget = (inAll: number, perTree: number): TryBudget => {
  let left = inAll
  return {
    isSpent: () => left <= 0,
    ofTree: () => {
      let leftOfTree = perTree
      return () => {
        if (left <= 0 || leftOfTree <= 0) return false
        left -= 1
        leftOfTree -= 1
        return true
      }
    },
  }
}
