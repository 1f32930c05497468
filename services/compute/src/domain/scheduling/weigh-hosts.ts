import { lowestInAggregates } from './aggregate-values.ts'
import type { WeighedHost } from './explanations/decision.ts'
import type { HostState } from './host-state.ts'
import type { SchedulingRequest } from './scheduling-request.ts'
import type { Weigher } from './weigher.ts'

/** Scales weights to 0..1; equal weights become 0. */
const normalised = (weights: readonly number[]): readonly number[] => {
  let lowest = Number.POSITIVE_INFINITY
  let highest = Number.NEGATIVE_INFINITY
  for (const weight of weights) {
    if (weight < lowest) lowest = weight
    if (weight > highest) highest = weight
  }
  const range = highest - lowest
  return range === 0 ? weights.map(() => 0) : weights.map((weight) => (weight - lowest) / range)
}

/** A host with its weight. */
interface Weighed {
  readonly state: HostState
  readonly weight: number
  /** Explains the weight; called only for the hosts whose weights are recorded. */
  readonly explained: () => WeighedHost
}

interface Column {
  readonly name: string
  /** The weight of each host, in the order of the hosts. */
  readonly weights: readonly number[]
}

/** The normalised weights of the hosts by one weigher, times its multiplier, which an aggregate may set for its hosts. */
const weightsBy = (
  { multiplier, multiplierKey, weigh }: Weigher,
  hosts: readonly HostState[],
  request: SchedulingRequest,
): readonly number[] => {
  const multipliers = hosts.map((host) => lowestInAggregates(host, multiplierKey, multiplier))
  // A weigher that counts for no host is not evaluated, because some are expensive.
  if (multipliers.every((one) => one === 0)) return multipliers
  const weights = normalised(hosts.map((host) => weigh(host, request)))
  return weights.map((weight, row) => weight * (multipliers[row] ?? multiplier))
}

const explanation = (
  { host, node }: HostState,
  weight: number,
  columns: readonly Column[],
  row: number,
): WeighedHost => {
  const ofWeighers: Record<string, number> = {}
  for (const { name, weights } of columns) ofWeighers[name] = weights[row] ?? 0
  return { host, node, weight, weights: ofWeighers }
}

/**
 * Sorts hosts by the sum of their normalised weights, best first. A weigher's multiplier comes from the host's
 * aggregates, else from the configuration. Ties are ordered by `random`, so that concurrent schedulers do not all
 * choose the same host.
 */
export const weighHosts = (
  weighers: readonly Weigher[],
  hosts: readonly HostState[],
  request: SchedulingRequest,
  random: () => number = Math.random,
): readonly Weighed[] => {
  if (hosts.length === 0) return []
  const columns = weighers.map((weigher) => ({
    name: weigher.name,
    weights: weightsBy(weigher, hosts, request),
  }))
  return hosts
    .map((state, row) => {
      let weight = 0
      for (const { weights } of columns) weight += weights[row] ?? 0
      return { tie: random(), state, weight, explained: () => explanation(state, weight, columns, row) }
    })
    .sort((a, b) => b.weight - a.weight || a.tie - b.tie)
}
