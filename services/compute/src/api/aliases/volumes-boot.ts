import type { Route } from '@nimbo/http/route'
import type { ComputeApp } from '../../app/compute-app.ts'
import { serverActionRoutes } from '../servers/server-actions.ts'
import { serverRoutes } from '../servers/servers.ts'

const alias = '/os-volumes_boot'
/** The last version that has it. */
const until = '2.102'

/** The actions that the alias has, of all of a server's. */
const actions: readonly string[] = [
  ...['confirmResize', 'revertResize', 'reboot', 'resize', 'rebuild', 'createImage'],
  ...['os-start', 'os-stop', 'trigger_crash_dump'],
]

const aliased = (route: Route<ComputeApp>): Route<ComputeApp> => ({
  ...route,
  operation: {
    ...route.operation,
    id: `volumes-boot.${route.operation.id}`,
    path: route.operation.path.replace('/servers', alias),
    until,
  },
})

const everyAction: readonly Route<ComputeApp>[] = serverActionRoutes

/** Servers, by the name that was once for those that boot from volumes. */
export const volumesBootRoutes: readonly Route<ComputeApp>[] = [
  ...serverRoutes,
  ...everyAction.filter(({ operation: { action } }) => action !== undefined && actions.includes(action)),
].map(aliased)
