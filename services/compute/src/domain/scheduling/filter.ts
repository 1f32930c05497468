import type { GroupValues, OptionGroup } from '@nimbo/config/option-group'
import type { HostState } from './host-state.ts'
import type { SchedulingRequest } from './scheduling-request.ts'

/** Host data that is only read when a filter or weigher needs it. */
export type HostNeed =
  | 'number of servers'
  | 'busy servers'
  | 'images of servers'
  | 'NUMA topology'
  | 'metrics'

/** Decides about hosts one by one. */
export interface HostFilter {
  /** The name in `[filter_scheduler] enabled_filters`. */
  readonly name: string
  readonly needs?: readonly HostNeed[]
  /** Why the host cannot take the server, in words for an operator; undefined when it can. */
  readonly refuses: (host: HostState, request: SchedulingRequest) => string | undefined
}

/** Sections of a loaded configuration, by name. */
export type Sections = Readonly<Record<string, unknown>>

/** A group of scheduler options, which only the filter or weigher that declares them reads. */
export type SchedulerOptionGroup = OptionGroup<'filter_scheduler' | 'metrics', Record<never, never>>

/** A filter with options: `configured` creates it from the configuration. */
export interface ConfiguredFilter {
  readonly name: string
  readonly options: SchedulerOptionGroup
  readonly configured: (config: Sections) => HostFilter
}

/** Declares a filter with options. */
export const configuredFilter = <Group extends SchedulerOptionGroup & OptionGroup>(
  name: string,
  options: Group,
  make: (values: GroupValues<Group>) => Omit<HostFilter, 'name'>,
): ConfiguredFilter => ({
  name,
  options,
  // Safe: the configuration was loaded with the options declared here.
  configured: (config) => ({ name, ...make(config[options.name] as GroupValues<Group>) }),
})
