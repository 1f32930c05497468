import { addressOf, type Cidr, cidrOf, formatCidr, type IpVersion } from './ip.ts'

/** A range of addresses as numbers, inclusive. */
interface Run {
  readonly first: bigint
  readonly last: bigint
}

const byFirst = (one: Run, other: Run): number => (one.first < other.first ? -1 : 1)

/** Merges ranges into disjoint, non-adjacent ones, in order. */
const joined = (runs: readonly Run[]): Run[] => {
  const all: Run[] = []
  for (const run of runs.toSorted(byFirst)) {
    const before = all.at(-1)
    if (before === undefined || run.first > before.last + 1n) all.push(run)
    else if (run.last > before.last) all[all.length - 1] = { first: before.first, last: run.last }
  }
  return all
}

/** The largest networks that cover a range exactly. */
const networksOf = ({ first, last }: Run, version: IpVersion): Cidr[] => {
  const bits = version === 4 ? 32 : 128
  const all: Cidr[] = []
  let begin = first
  while (begin <= last) {
    let free = 0
    while (free < bits) {
      const size = 1n << BigInt(free + 1)
      if (begin % size !== 0n || begin + size - 1n > last) break
      free += 1
    }
    const size = 1n << BigInt(free)
    all.push(cidrOf(`${addressOf(begin, version)}/${bits - free}`))
    begin += size
  }
  return all
}

const versionIn = (networks: readonly Cidr[]): IpVersion => networks[0]?.version ?? 4

/** Merges networks of one IP version into as few as possible, in order. */
export const compacted = (networks: readonly string[]): string[] => {
  const all = networks.map(cidrOf)
  return joined(all)
    .flatMap((run) => networksOf(run, versionIn(all)))
    .map(formatCidr)
}

/** Subtracts networks of the same IP version, giving as few as possible, in order. */
export const without = (networks: readonly string[], taken: readonly string[]): string[] => {
  const all = networks.map(cidrOf)
  const gone = joined(taken.map(cidrOf))
  const left = joined(all).flatMap((run) => {
    const parts: Run[] = []
    let begin = run.first
    for (const { first, last } of gone) {
      if (last < begin || first > run.last) continue
      if (first > begin) parts.push({ first: begin, last: first - 1n })
      begin = last + 1n
    }
    return begin <= run.last ? [...parts, { first: begin, last: run.last }] : parts
  })
  return left.flatMap((run) => networksOf(run, versionIn(all))).map(formatCidr)
}

/** Whether the first set contains the second. */
export const includes = (networks: readonly string[], others: readonly string[]): boolean =>
  without(others, networks).length === 0

/** Whether the sets have an address in common. */
export const intersects = (networks: readonly string[], others: readonly string[]): boolean => {
  const left = without(networks, others)
  return compacted(left).join() !== compacted(networks).join()
}
