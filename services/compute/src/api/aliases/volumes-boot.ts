import type { Route } from '@nimbo/http/route'
import type { ComputeApp } from '../../app/compute-app.ts'
import { serverActionRoutes } from '../servers/server-actions.ts'
import { serverRoutes } from '../servers/servers.ts'

const alias = '/os-volumes_boot'
/** The last microversion with these paths. */
const until = '2.102'

/** The server actions that these paths support. */
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

/** `os-volumes_boot`, the former path of servers that boot from volumes. */
export const volumesBootRoutes: readonly Route<ComputeApp>[] = [
  ...serverRoutes,
  ...everyAction.filter(({ operation: { action } }) => action !== undefined && actions.includes(action)),
].map(aliased)
