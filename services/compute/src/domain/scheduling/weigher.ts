import type { HostState } from './host-state.ts'
import type { SchedulingRequest } from './scheduling-request.ts'

/** Says how much of something good a host has; the numbers need no common scale. */
export interface Weigher {
  readonly name: string
  /** The option of `[filter_scheduler]` that says how much this counts: `ram_weight_multiplier`. */
  readonly multiplierOption: string
  readonly weigh: (host: HostState, request: SchedulingRequest) => number
}
