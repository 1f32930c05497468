import type { Config, OptionGroup } from '@nimbo/config/option-group'

/** Reads options out of what an operator has said to a service. */
export type ReadOptions = <const Group extends OptionGroup>(options: readonly Group[]) => Config<Group>
