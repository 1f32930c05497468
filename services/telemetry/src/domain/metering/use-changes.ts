import type { Use, UseChange } from './use.ts'

/** The end of a use that began earlier. */
export interface UseEnd {
  readonly kind: Use['kind']
  readonly resourceId: string
  readonly at: number
}

/** A use that began; not over while `endedAt` is null. */
export interface BegunUse {
  readonly use: Use
  readonly begunAt: number
  readonly endedAt: number | null
}

const ofWhat = (change: UseChange): Pick<UseEnd, 'kind' | 'resourceId'> =>
  change.change === 'ends' ? change : change.use

/**
 * Converts changes of usage, in their order, to the ends and beginnings of uses. The first change of a resource ends the use that
 * is stored for it, if any; a use that begins ends with the next change of the resource.
 */
export const usesBy = (
  changes: readonly UseChange[],
): { readonly ends: readonly UseEnd[]; readonly begun: readonly BegunUse[] } => {
  const byResource = Map.groupBy(changes, (change) => {
    const { kind, resourceId } = ofWhat(change)
    return `${kind} ${resourceId}`
  })
  const all = [...byResource.values()]
  return {
    ends: all.flatMap(([first]) => (first === undefined ? [] : [endBy(first)])),
    begun: all.flatMap((own) =>
      own.flatMap((change, index) =>
        change.change === 'begins'
          ? [{ use: change.use, begunAt: change.at, endedAt: own[index + 1]?.at ?? null }]
          : [],
      ),
    ),
  }
}

const endBy = (change: UseChange): UseEnd => {
  const { kind, resourceId } = ofWhat(change)
  return { kind, resourceId, at: change.at }
}
