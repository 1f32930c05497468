/** The failures of a conditional change, in the words of the service. */
export interface RevisionRefusals {
  malformed(constraint: string): Error
  other(wanted: string): Error
}

/** A resource whose changes are counted. */
interface Revised {
  readonly revision_number?: unknown
}

/**
 * `If-Match: revision_number=3` makes a change conditional. Throws when the resource has another revision than the one that
 * was named.
 */
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
