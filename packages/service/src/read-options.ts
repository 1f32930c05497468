import type { Config, OptionGroup } from '@nimbo/config/option-group'

/** Reads options from a service's configuration. */
export type ReadOptions = <const Group extends OptionGroup>(options: readonly Group[]) => Config<Group>
