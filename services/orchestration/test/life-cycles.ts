const steps = ['made', 'changed', 'taken away'] as const
type Step = (typeof steps)[number]

/** Records which steps of each resource type's life tests have covered. */
export interface Lives {
  note(type: string, step: Step): void
  /** The steps that no test covered, although each type needs them: made, changed and taken away. */
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
