import type { WeighedHost } from './decision.ts'
import type { HostState } from './host-state.ts'
import type { SchedulingRequest } from './scheduling-request.ts'
import type { Weigher } from './weigher.ts'

export interface CountedWeigher {
  readonly weigher: Weigher
  readonly multiplier: number
}

/** Brings weights to the range 0 to 1; hosts that are all alike weigh 0. */
const normalised = (weights: readonly number[]): readonly number[] => {
  const lowest = Math.min(...weights)
  const range = Math.max(...weights) - lowest
  return weights.map((weight) => (range === 0 ? 0 : (weight - lowest) / range))
}

/**
 * Orders hosts by the sum of their normalised weights, best first. Equals are ordered by `random`, so that schedulers
 * working at once do not all run to the same host.
 */
export const weighHosts = (
  weighers: readonly CountedWeigher[],
  hosts: readonly HostState[],
  request: SchedulingRequest,
  random: () => number = Math.random,
): readonly { readonly state: HostState; readonly weighed: WeighedHost }[] => {
  if (hosts.length === 0) return []
  const columns = weighers.map(({ weigher, multiplier }) => ({
    name: weigher.name,
    weights: normalised(hosts.map((host) => weigher.weigh(host, request))).map(
      (weight) => weight * multiplier,
    ),
  }))
  return hosts
    .map((state, row) => {
      const weights = Object.fromEntries(columns.map(({ name, weights }) => [name, weights[row] ?? 0]))
      const weight = Object.values(weights).reduce((sum, one) => sum + one, 0)
      return { tie: random(), state, weighed: { host: state.host, node: state.node, weight, weights } }
    })
    .sort((a, b) => b.weighed.weight - a.weighed.weight || a.tie - b.tie)
    .map(({ state, weighed }) => ({ state, weighed }))
}
