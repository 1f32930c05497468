import type { LimitLevel } from './unified-limits.ts'

type Amounts = Readonly<Record<string, number>>

/** A limited resource, with its limit and its current usage. */
interface LimitedUsage {
  readonly resource: string
  readonly limit: number
  readonly usage: number
}

/** The limited resources at each level, ordered from the project itself upwards. */
export type LimitRoom = readonly (readonly LimitedUsage[])[]

export interface Measuring {
  /** The resources that are about to be claimed. */
  readonly resources: readonly string[]
  /**
   * Resolves to the sum of what the given projects use of each named resource; a resource missing from the result counts as 0.
   */
  readonly usageOf: (projectIds: readonly string[], resources: readonly string[]) => Promise<Amounts>
  /**
   * The project's own limit for a resource without a registered limit; negative means unlimited. Defaults to 0. At the levels
   * above the project, resources without a registered limit are unlimited.
   */
  readonly unregistered?: (resource: string) => number
}

/** Reads the usage of the resources at every level where they are limited, and of no others. */
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

/** A resource whose limit would be exceeded. */
export interface OverLimit extends LimitedUsage {
  readonly delta: number
}

/** The resources over their limit at the lowest level that has any; empty when everything fits. */
export const overLimits = (room: LimitRoom, deltas: Amounts): readonly OverLimit[] => {
  for (const level of room) {
    const over = level
      .map((one) => ({ ...one, delta: deltas[one.resource] ?? 0 }))
      .filter(({ usage, delta, limit }) => usage + delta > limit)
    if (over.length > 0) return over
  }
  return []
}

/** The text with which OpenStack services refuse a request over its unified limits (oslo.limit). */
export const overLimitText = (projectId: string, over: readonly OverLimit[]): string =>
  `Project ${projectId} is over a limit for [${over
    .map(
      ({ resource, limit, usage, delta }) =>
        `Resource ${resource} is over limit of ${limit} due to current usage ${usage} and delta ${delta}`,
    )
    .join(', ')}]`
