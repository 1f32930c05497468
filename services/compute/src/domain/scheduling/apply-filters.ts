import type { FilterOutcome } from './explanations/decision.ts'
import type { HostFilter } from './filter.ts'
import type { HostState } from './host-state.ts'
import type { SchedulingRequest } from './scheduling-request.ts'

/** Hosts whose refusals a record keeps, for each filter: enough to see why, however large the cloud. */
const mostRefusalsKept = 100

export interface Filtered {
  readonly hosts: readonly HostState[]
  readonly outcomes: readonly FilterOutcome[]
}

/** Sends hosts through filters in order; each sees only what the ones before it let through. */
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
