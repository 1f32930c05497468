import type { FilterOutcome } from './explanations/decision.ts'
import type { HostFilter } from './filter.ts'
import type { HostState } from './host-state.ts'
import type { SchedulingRequest } from './scheduling-request.ts'

/** The maximum of refused hosts recorded per filter. */
const mostRefusalsKept = 100

export interface Filtered {
  readonly hosts: readonly HostState[]
  readonly outcomes: readonly FilterOutcome[]
}

/** Applies filters in order; each sees only the hosts that passed the ones before it. */
export const applyFilters = (
  filters: readonly HostFilter[],
  hosts: readonly HostState[],
  request: SchedulingRequest,
): Filtered => {
  let left = hosts
  const outcomes: FilterOutcome[] = []
  for (const { name, refuses } of filters) {
    const passed: HostState[] = []
    const refused: FilterOutcome['refused'][number][] = []
    for (const state of left) {
      const reason = refuses(state, request)
      if (reason === undefined) passed.push(state)
      else if (refused.length < mostRefusalsKept) refused.push({ host: state.host, node: state.node, reason })
    }
    left = passed
    outcomes.push({ filter: name, left: left.length, refused })
    if (left.length === 0) break
  }
  return { hosts: left, outcomes }
}
