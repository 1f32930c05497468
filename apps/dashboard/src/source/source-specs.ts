import { computeSpecs } from './compute-specs.ts'
import { furtherSpecs } from './further-specs.ts'
import { networkSpecs } from './network-specs.ts'
import type { SourceSpec } from './source-spec.ts'

/** The HOT and Terraform types of each kind of resource, by panel id. */
export const sourceSpecs: Readonly<Record<string, SourceSpec>> = {
  ...computeSpecs,
  ...networkSpecs,
  ...furtherSpecs,
}
