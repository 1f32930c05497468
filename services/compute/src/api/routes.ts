// See 0-READ-ME-COLLEAGUE.md in this folder before adding flavors, key pairs, quotas, hypervisors, services, groups or aggregates.
import type { Route } from '@nimbo/http/route'
import type { ComputeApp } from '../app/compute-app.ts'
import { serverActionRoutes } from './server-actions.ts'
import { serverRoutes } from './servers.ts'

/** Every operation of the compute API. */
export const computeRoutes: readonly Route<ComputeApp>[] = [...serverRoutes, ...serverActionRoutes]
