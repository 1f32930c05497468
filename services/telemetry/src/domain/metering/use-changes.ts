import type { Use, UseChange } from './use.ts'

/** The end of a use that began earlier. */
export interface UseEnd {
  readonly kind: Use['kind']
  readonly resourceId: string
  readonly at: number
}

/** A resource whose use changes, with the instant of its deletion in milliseconds; null if none was received. */
export interface UsedResource {
  readonly kind: string
  readonly resourceId: string
  readonly deletedAt: number | null
}

/** A use that began; not over while `endedAt` is null. */
export interface BegunUse {
  readonly use: Use
  readonly begunAt: number
  readonly endedAt: number | null
  /** When its resource was deleted, if that was received before the beginning. */
  readonly deletedAt: number | null
}

const ofWhat = (change: UseChange): Pick<UseEnd, 'kind' | 'resourceId'> => {
  const { kind, resourceId } = change.change === 'ends' ? change : change.use
  return { kind, resourceId }
}

const keyOf = ({ kind, resourceId }: Pick<UsedResource, 'kind' | 'resourceId'>): string =>
  `${kind} ${resourceId}`

const isDeletion = (change: UseChange): boolean => change.change === 'ends' && change.isDeleted

/** The changes of each resource in their order, but its deletion last. */
const byResource = (changes: readonly UseChange[]): readonly (readonly UseChange[])[] =>
  [...Map.groupBy(changes, (change) => keyOf(ofWhat(change))).values()].map((own) =>
    own.toSorted((one, other) => Number(isDeletion(one)) - Number(isDeletion(other))),
  )

/** The resources whose use changes, with their deletions among the changes. */
export const resourcesUsed = (changes: readonly UseChange[]): readonly UsedResource[] =>
  byResource(changes).flatMap((own) =>
    own.slice(-1).map((last) => ({ ...ofWhat(last), deletedAt: isDeletion(last) ? last.at : null })),
  )

/**
 * Converts changes of usage, in their order, to the ends and beginnings of uses. The first change of a resource ends the use that
 * is stored for it, if any; a use that begins ends with the next change of the resource, or with the deletion of the resource, if
 * `deleted` names one that was received before.
 */
export const usesBy = (
  changes: readonly UseChange[],
  deleted: readonly UsedResource[] = [],
): { readonly ends: readonly UseEnd[]; readonly begun: readonly BegunUse[] } => {
  const deletions = new Map(deleted.map((resource) => [keyOf(resource), resource.deletedAt]))
  const all = byResource(changes)
  return {
    ends: all.flatMap(([first]) => (first === undefined ? [] : [endBy(first)])),
    begun: all.flatMap((own) =>
      own.flatMap((change, index): readonly BegunUse[] => {
        if (change.change === 'ends') return []
        const deletedAt = deletions.get(keyOf(change.use)) ?? null
        const endedAt = own[index + 1]?.at ?? deletedAt
        return [{ use: change.use, begunAt: change.at, endedAt, deletedAt }]
      }),
    ),
  }
}

const endBy = (change: UseChange): UseEnd => ({ ...ofWhat(change), at: change.at })
