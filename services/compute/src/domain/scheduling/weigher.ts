import { defineOptions, type GroupValues, type OptionGroup } from '@nimbo/config/option-group'
import { float } from '@nimbo/config/option-types'
import type { HostNeed, SchedulerOptionGroup, Sections } from './filter.ts'
import type { HostState } from './host-state.ts'
import type { SchedulingRequest } from './scheduling-request.ts'

/** Weighs hosts; higher is better. The numbers need no common scale. */
export interface Weigher {
  /** The name in `[filter_scheduler] weight_classes`. */
  readonly name: string
  readonly needs?: readonly HostNeed[]
  readonly weigh: (host: HostState, request: SchedulingRequest) => number
  /** The multiplier unless the host's aggregates override it. */
  readonly multiplier: number
  /** The metadata key of aggregates that overrides it: the name of the option. */
  readonly multiplierKey: string
}

/** A weigher before configuration. */
export interface ConfiguredWeigher {
  readonly name: string
  readonly options: readonly SchedulerOptionGroup[]
  readonly configured: (config: Sections) => Weigher
}

interface Multiplier {
  /** The section of the option; `filter_scheduler` by default. */
  readonly section?: SchedulerOptionGroup['name']
  /** For example `ram_weight_multiplier`. */
  readonly option: string
  readonly default: number
  readonly min?: number
  readonly help: string
}

type Made = Pick<Weigher, 'weigh' | 'needs'>

/** Declares a weigher with its default multiplier, and optionally further options that `weigh` depends on. */
export const configuredWeigher = <Group extends SchedulerOptionGroup & OptionGroup>(
  name: string,
  { section = 'filter_scheduler', option, help, min, default: usual }: Multiplier,
  make: Made | { readonly options: Group; readonly by: (values: GroupValues<Group>) => Made },
): ConfiguredWeigher => {
  const multiplier = float({ default: usual, help, ...(min === undefined ? {} : { min }) })
  const made = (config: Sections): Made =>
    // Safe: the configuration was loaded with the options declared here.
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
