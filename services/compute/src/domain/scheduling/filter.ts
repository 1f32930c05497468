import type { GroupValues, OptionGroup } from '@nimbo/config/option-group'
import type { HostState } from './host-state.ts'
import type { SchedulingRequest } from './scheduling-request.ts'

/** What of a host is only looked up where somebody judges by it. */
export type HostNeed = 'number of servers' | 'busy servers' | 'images of servers'

/** Judges hosts one by one. */
export interface HostFilter {
  /** The name operators list in `[filter_scheduler] enabled_filters`. */
  readonly name: string
  readonly needs?: readonly HostNeed[]
  /** Why the host can't take the server, in words for an operator; undefined when it can. */
  readonly refuses: (host: HostState, request: SchedulingRequest) => string | undefined
}

/** Sections of a loaded configuration, by name. */
export type Sections = Readonly<Record<string, unknown>>

/** Options of the scheduler, of which no more is known than their section: only whoever declares them reads them. */
export type SchedulerOptionGroup = OptionGroup<'filter_scheduler' | 'metrics', Record<never, never>>

/** A filter that operators set something of: `configured` makes it of what they said. */
export interface ConfiguredFilter {
  readonly name: string
  readonly options: SchedulerOptionGroup
  readonly configured: (config: Sections) => HostFilter
}

/** Declares a filter with options of its own. */
export const configuredFilter = <Group extends SchedulerOptionGroup & OptionGroup>(
  name: string,
  options: Group,
  make: (values: GroupValues<Group>) => Omit<HostFilter, 'name'>,
): ConfiguredFilter => ({
  name,
  options,
  // A configuration is loaded by the very options that are declared here.
  configured: (config) => ({ name, ...make(config[options.name] as GroupValues<Group>) }),
})
