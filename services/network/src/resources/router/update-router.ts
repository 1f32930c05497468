import { type Router, router } from '@nimbo/contracts/network/router'
import { timestamp } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import type { Changes } from '@nimbo/resource/describe/kind'
import type { Deps, Inside } from '../../app/deps.ts'
import { updated } from '../../app/life.ts'
import { refreshed } from '../../app/refreshed.ts'
import { setGateway } from './change-gateways.ts'
import { checkRoutes } from './check-routes.ts'
import { followCentre } from './distribution/central-ports.ts'
import { changeDistribution, checkDistribution } from './distribution/change-distribution.ts'
import { badRouter } from './errors.ts'
import { boundPortsOfRouter, portsOfRouter } from './router-ports.ts'
import { routers } from './routers.ts'
import { haveWired, runAlone, runTogether, reportRunning } from './schedule-router.ts'

/** Changes a router in one transaction, sends notifications, and tells its hosts. */
export const changeRouter = (
  deps: Deps,
  ctx: Context,
  id: string,
  asked: Changes<typeof router>,
  work: (inside: Inside, before: Router) => Promise<Partial<Pick<Router, 'routes'>>>,
): Promise<Router> =>
  deps.transaction(ctx, async (inside) => {
    const before = await refreshed(routers, inside.db, id)
    const columns = await work(inside, before)
    await routers.update(inside.db, id, columns, timestamp(deps.clock))
    const after = await refreshed(routers, inside.db, id)
    await updated(inside, router, asked, { before, after })
    checkDistribution(after)
    if (before.ha !== after.ha) await changeAvailability(inside, after)
    if (before.distributed !== after.distributed) await changeDistribution(inside, after)
    else await followCentre(inside, after)
    await reportRunning(inside, id)
    if (!before.admin_state_up && after.admin_state_up) await wireAnew(inside, id)
    return after
  })

const changeAvailability = (inside: Inside, router: Router): Promise<void> => {
  if (router.admin_state_up)
    throw badRouter(
      'Cannot change HA attribute of active routers. Please set router admin_state_up to False prior to upgrade',
    )
  return router.ha ? runTogether(inside, router) : runAlone(inside, router)
}

/** Has the hosts wire the ports of a router that is set up again, with new devices. */
const wireAnew = async (inside: Inside, id: string): Promise<void> => {
  for (const { id: portId } of [
    ...(await portsOfRouter(inside.db, id)),
    ...(await boundPortsOfRouter(inside.db, id)),
  ])
    await haveWired(inside, id, portId)
}

export const updateRouter =
  (deps: Deps) =>
  (ctx: Context, { id }: Router, changes: Changes<typeof router>): Promise<Router> => {
    const { external_gateway_info: gateway, ...columns } = changes
    return changeRouter(deps, ctx, id, changes, async (inside) => {
      if (gateway !== undefined) await setGateway(inside, { id }, gateway)
      if (columns.routes) await checkRoutes(inside, id, columns.routes)
      return columns
    })
  }
