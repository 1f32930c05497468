import type { HostState } from './host-state.ts'
import type { SchedulingRequest } from './scheduling-request.ts'

/** Judges hosts one by one. */
export interface HostFilter {
  /** The name operators list in `[filter_scheduler] enabled_filters`. */
  readonly name: string
  /** Why the host can't take the server, in words for an operator; undefined when it can. */
  readonly refuses: (host: HostState, request: SchedulingRequest) => string | undefined
}
