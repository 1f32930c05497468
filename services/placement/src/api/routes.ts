import type { Route } from '@nimbo/http/route'
import type { PlacementApp } from '../app/app.ts'
import { aggregates } from './aggregates.ts'
import { allocationCandidates } from './allocation-candidates/allocation-candidates.ts'
import { allocations } from './allocations/allocations.ts'
import { inventories } from './inventories.ts'
import { providerTraits } from './provider-traits.ts'
import { resourceClasses } from './resource-classes.ts'
import { resourceProviders } from './resource-providers.ts'
import { root } from './root.ts'
import { traits } from './traits.ts'
import { usages } from './allocations/usages.ts'

/** Every operation of placement with its handler. */
export const routes: readonly Route<PlacementApp>[] = [
  root,
  ...resourceProviders,
  ...inventories,
  ...providerTraits,
  ...traits,
  ...resourceClasses,
  ...aggregates,
  ...allocations,
  ...allocationCandidates,
  ...usages,
]

export const operations = routes.map(({ operation }) => operation)
