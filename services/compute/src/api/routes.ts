import type { Route } from '@nimbo/http/route'
import type { ComputeApp } from '../app/compute-app.ts'
import { aggregateRoutes } from './aggregates.ts'
import { computeServiceRoutes } from './compute-services.ts'
import { explanationRoutes } from './explanations.ts'
import { extensionRoutes } from './extensions.ts'
import { externalEventRoutes } from './external-events.ts'
import { flavorAccessRoutes } from './flavor-access.ts'
import { flavorExtraSpecRoutes } from './flavor-extra-specs.ts'
import { flavorRoutes } from './flavors.ts'
import { hypervisorRoutes } from './hypervisors.ts'
import { instanceActionRoutes } from './instance-actions.ts'
import { keyPairRoutes } from './key-pairs.ts'
import { quotaRoutes } from './quotas.ts'
import { serverActionRoutes } from './server-actions.ts'
import { serverDeviceRoutes } from './server-devices.ts'
import { serverGroupRoutes } from './server-groups.ts'
import { serverPartRoutes } from './server-parts.ts'
import { serverRoutes } from './servers.ts'

/** Every operation of the compute API. */
export const computeRoutes: readonly Route<ComputeApp>[] = [
  ...serverRoutes,
  ...serverActionRoutes,
  ...serverPartRoutes,
  ...serverDeviceRoutes,
  ...instanceActionRoutes,
  ...explanationRoutes,
  ...externalEventRoutes,
  ...flavorRoutes,
  ...flavorExtraSpecRoutes,
  ...flavorAccessRoutes,
  ...keyPairRoutes,
  ...quotaRoutes,
  ...serverGroupRoutes,
  ...computeServiceRoutes,
  ...hypervisorRoutes,
  ...aggregateRoutes,
  ...extensionRoutes,
]
