import type { ArchivePolicy } from './archive-policy.ts'

/** The aggregates of one granularity in a time range, in microseconds. */
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
/** The approximate number of partitions for each granularity. */
const parts = 8

/** For each granularity the longest timespan of any policy. */
const longest = (policies: readonly ArchivePolicy[]): ReadonlyMap<number, number> => {
  const spans = new Map<number, number>()
  for (const { levels } of policies)
    for (const { granularity, points } of levels)
      spans.set(granularity, Math.max(spans.get(granularity) ?? 0, granularity * points))
  return spans
}

/** The width of a partition in whole days, so that partitions are not created too often. */
const widthOf = (span: number): number => Math.max(Math.ceil(span / parts / day), 1) * day

/** The missing partitions for the current time and one width ahead. */
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

/** Which partitions to create in advance, and which to drop because no policy keeps their aggregates any longer. */
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
