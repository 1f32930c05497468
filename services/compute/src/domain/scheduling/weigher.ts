import { defineOptions, type GroupValues, type OptionGroup } from '@nimbo/config/option-group'
import { float } from '@nimbo/config/option-types'
import type { HostNeed, SchedulerOptionGroup, Sections } from './filter.ts'
import type { HostState } from './host-state.ts'
import type { SchedulingRequest } from './scheduling-request.ts'

/** Says how much of something good a host has; the numbers need no common scale. */
export interface Weigher {
  /** The name operators list in `[filter_scheduler] weight_classes`. */
  readonly name: string
  readonly needs?: readonly HostNeed[]
  readonly weigh: (host: HostState, request: SchedulingRequest) => number
  /** How much it counts where the host's aggregates say nothing else of it. */
  readonly multiplier: number
  /** The key in the metadata of aggregates that says so: the name of the option. */
  readonly multiplierKey: string
}

/** A weigher as operators set it. */
export interface ConfiguredWeigher {
  readonly name: string
  readonly options: readonly SchedulerOptionGroup[]
  readonly configured: (config: Sections) => Weigher
}

interface Multiplier {
  /** The section that has the option; `filter_scheduler` as a rule. */
  readonly section?: SchedulerOptionGroup['name']
  /** `ram_weight_multiplier`. */
  readonly option: string
  readonly default: number
  readonly min?: number
  readonly help: string
}

type Made = Pick<Weigher, 'weigh' | 'needs'>

/** Declares a weigher by how much it counts, and perhaps options of its own that `weigh` is made of. */
export const configuredWeigher = <Group extends SchedulerOptionGroup & OptionGroup>(
  name: string,
  { section = 'filter_scheduler', option, help, min, default: usual }: Multiplier,
  make: Made | { readonly options: Group; readonly by: (values: GroupValues<Group>) => Made },
): ConfiguredWeigher => {
  const multiplier = float({ default: usual, help, ...(min === undefined ? {} : { min }) })
  const made = (config: Sections): Made =>
    // A configuration is loaded by the very options that are declared here.
    'by' in make ? make.by(config[make.options.name] as GroupValues<Group>) : make
  return {
    name,
    options: [defineOptions(section, { [option]: multiplier }), ...('by' in make ? [make.options] : [])],
    configured: (config) => {
      const values = config[section] as Readonly<Record<string, number>>
      return { name, ...made(config), multiplier: values[option] ?? usual, multiplierKey: option }
    },
  }
}
