const steps = ['made', 'changed', 'taken away'] as const
type Step = (typeof steps)[number]

/** Records which of creation, update and deletion tests have covered for each resource type. */
export interface Lives {
  note(type: string, step: Step): void
  /** The steps of these types that no test covered, as `type step`. */
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
