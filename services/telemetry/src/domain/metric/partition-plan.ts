import type { ArchivePolicy } from './archive-policy.ts'

/** Aggregates of one granularity, from an instant until another, in microseconds. */
interface Partition {
  readonly group: number
  readonly from: number
  readonly until: number
}

interface Plan {
  readonly make: readonly Partition[]
  readonly drop: readonly Partition[]
}

const day = 86_400_000_000
/** About as many parts has what is kept of one granularity. */
const parts = 8

/** By granularity, how long the policy keeps it that keeps it longest. */
const longest = (policies: readonly ArchivePolicy[]): ReadonlyMap<number, number> => {
  const spans = new Map<number, number>()
  for (const { levels } of policies)
    for (const { granularity, points } of levels)
      spans.set(granularity, Math.max(spans.get(granularity) ?? 0, granularity * points))
  return spans
}

/** Whole days, so that nobody makes partitions all the time. */
const widthOf = (span: number): number => Math.max(Math.ceil(span / parts / day), 1) * day

/** Those that take what is measured now and for one width more, after those that there are. */
const ahead = (
  there: readonly Partition[],
  group: number,
  span: number,
  now: number,
): readonly Partition[] => {
  const width = widthOf(span)
  const made: Partition[] = []
  let from = Math.max(Math.floor(now / width) * width, there.at(-1)?.until ?? 0)
  for (; from <= now + width; from += width) made.push({ group, from, until: from + width })
  return made
}

/** Which partitions are to be made ahead of the time, and which have nothing more that any policy keeps. */
export const partitionPlan = (
  there: readonly Partition[],
  policies: readonly ArchivePolicy[],
  now: number,
): Plan => {
  const spans = longest(policies)
  return {
    make: [...spans].flatMap(([granularity, span]) =>
      ahead(
        there.filter(({ group }) => group === granularity),
        granularity,
        span,
        now,
      ),
    ),
    drop: there.filter(({ group, until }) => until <= now - (spans.get(group) ?? 0)),
  }
}
