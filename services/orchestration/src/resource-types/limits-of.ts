/** The limits among the properties of a quota. */
export const limitsOf = (properties: object): Record<string, number> =>
  Object.fromEntries(
    Object.entries(properties).flatMap(([kind, limit]) => (typeof limit === 'number' ? [[kind, limit]] : [])),
  )

/** What is wrong with a quota: it must limit something. */
export const limitsProblems = (values: object): readonly string[] =>
  Object.keys(values).every((name) => name === 'project') ? ['At least one of the quotas must be given.'] : []
