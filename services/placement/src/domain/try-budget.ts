/** How many steps a search may still take: combinations multiply faster than any cloud grows. */
export interface TryBudget {
  readonly isSpent: () => boolean
  /** For one tree, so that a hopeless one leaves steps to the others: true as long as one more step may be taken. */
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
