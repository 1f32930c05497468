/** The service's errors for conditional updates. */
export interface RevisionRefusals {
  malformed(constraint: string): Error
  other(wanted: string): Error
}

/** A resource with a revision number. */
interface Revised {
  readonly revision_number?: unknown
}

/** Checks `If-Match: revision_number=3`. Throws when the resource has another revision. */
export const checkRevision = (
  ifMatch: string | undefined,
  { revision_number: revision }: Revised,
  refusals: RevisionRefusals,
): void => {
  if (ifMatch === undefined) return
  const [, wanted] = /^revision_number=(-?\d+)$/.exec(ifMatch) ?? []
  if (wanted === undefined) throw refusals.malformed(ifMatch)
  if (Number(wanted) !== revision) throw refusals.other(wanted)
}
