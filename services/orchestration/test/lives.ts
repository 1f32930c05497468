const steps = ['made', 'changed', 'taken away'] as const
type Step = (typeof steps)[number]

/** What stories do to resources of each type. */
export interface Lives {
  note(type: string, step: Step): void
  /** What no story did, of that which each type needs: to be made, changed and taken away. */
  missing(types: readonly string[]): readonly string[]
}

export const livesOf = (): Lives => {
  const done = new Set<string>()
  return {
    note: (type, step) => void done.add(`${type} ${step}`),
    missing: (types) =>
      types.flatMap((type) => steps.map((step) => `${type} ${step}`)).filter((one) => !done.has(one)),
  }
}
