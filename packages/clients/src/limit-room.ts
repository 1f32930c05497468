import type { LimitLevel } from './unified-limits.ts'

type Amounts = Readonly<Record<string, number>>

/** A resource that is limited, and what there is of it. */
interface LimitedUsage {
  readonly resource: string
  readonly limit: number
  readonly usage: number
}

/** What is limited at each level, the lowest first. */
export type LimitRoom = readonly (readonly LimitedUsage[])[]

export interface Measuring {
  /** What is wanted more of. */
  readonly resources: readonly string[]
  /** What these projects have together of the named resources; what is not in it they have nothing of. */
  readonly usageOf: (projectIds: readonly string[], resources: readonly string[]) => Promise<Amounts>
  /**
   * What a project may have itself of what nobody has registered, less than none for any amount; nothing unless given. It is held
   * together with others only to what is registered.
   */
  readonly unregistered?: (resource: string) => number
}

/** Counts what there is of resources wherever they are limited, and nothing else. */
export const measureRoom = async (
  levels: readonly LimitLevel[],
  { resources, usageOf, unregistered = () => 0 }: Measuring,
): Promise<LimitRoom> => {
  const room: LimitedUsage[][] = []
  for (const [above, { limits, projectIds }] of levels.entries()) {
    const otherwise = above === 0 ? unregistered : () => -1
    const limited = resources
      .map((resource) => ({ resource, limit: limits.get(resource) ?? otherwise(resource) }))
      .filter(({ limit }) => limit >= 0)
    if (limited.length === 0) continue
    const names = limited.map(({ resource }) => resource)
    const used = await usageOf(projectIds, names)
    room.push(limited.map((one) => ({ ...one, usage: used[one.resource] ?? 0 })))
  }
  return room
}

/** A resource of which more is wanted than a limit leaves. */
export interface OverLimit extends LimitedUsage {
  readonly delta: number
}

/** Of the lowest level that leaves too little, each resource of which it does; empty when there is room for all that is wanted. */
export const overLimits = (room: LimitRoom, deltas: Amounts): readonly OverLimit[] => {
  for (const level of room) {
    const over = level
      .map((one) => ({ ...one, delta: deltas[one.resource] ?? 0 }))
      .filter(({ usage, delta, limit }) => usage + delta > limit)
    if (over.length > 0) return over
  }
  return []
}

/** What OpenStack's services say of a project that is over limits of identity. */
export const overLimitText = (projectId: string, over: readonly OverLimit[]): string =>
  `Project ${projectId} is over a limit for [${over
    .map(
      ({ resource, limit, usage, delta }) =>
        `Resource ${resource} is over limit of ${limit} due to current usage ${usage} and delta ${delta}`,
    )
    .join(', ')}]`
