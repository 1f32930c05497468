import { computeSpecs } from './compute-specs.ts'
import { furtherSpecs } from './further-specs.ts'
import { networkSpecs } from './network-specs.ts'
import type { SourceSpec } from './source-spec.ts'

/** How templates write down the kinds of resources, by the panel that shows each. */
export const sourceSpecs: Readonly<Record<string, SourceSpec>> = {
  ...computeSpecs,
  ...networkSpecs,
  ...furtherSpecs,
}
