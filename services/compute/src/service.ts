import type { RunningService, ServiceHost } from '@nimbo/service/service-host'
import { computeApis } from './api/compute-api.ts'
import { type ComputeOptions, computeRoles } from './service/compute-roles.ts'

/** Starts compute: its API, conductor and scheduler, and the agents of the hosts named, over API database and cells. */
export const startCompute = async (host: ServiceHost, options: ComputeOptions): Promise<RunningService> => {
  const roles = await computeRoles(host, options)
  return {
    apis: [{ serviceType: 'compute', mount: '/compute', handler: computeApis(host, roles.api) }],
    begin: roles.begin,
    settled: roles.settled,
    stop: roles.stop,
  }
}
