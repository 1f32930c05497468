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
): readonly { readonly state: HostState; readonly weighed: WeighedHost }[] => {
  if (hosts.length === 0) return []
  const columns = weighers.map(({ name, multiplier, multiplierKey, weigh }) => {
    const weights = normalised(hosts.map((host) => weigh(host, request)))
    return {
      name,
      weightOf: (host: HostState, row: number): number =>
        (weights[row] ?? 0) * lowestInAggregates(host, multiplierKey, multiplier),
    }
  })
  return hosts
    .map((state, row) => {
      const weights: Record<string, number> = {}
      let weight = 0
      for (const { name, weightOf } of columns) {
        const one = weightOf(state, row)
        weights[name] = one
        weight += one
      }
      return { tie: random(), state, weighed: { host: state.host, node: state.node, weight, weights } }
    })
    .sort((a, b) => b.weighed.weight - a.weighed.weight || a.tie - b.tie)
    .map(({ state, weighed }) => ({ state, weighed }))
}
