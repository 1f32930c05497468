import type { PlainRouter } from '@nimbo/contracts/network/router'
import type { Context } from '@nimbo/kernel/context'
import type { Deps } from '../../app/deps.ts'
import { remove } from '../../app/life.ts'
import { endTogether } from './availability/run-together.ts'
import { removeGateway } from './change-gateways.ts'
import { followCentre } from './distribution/central-ports.ts'
import { errors } from './errors.ts'
import { gatewaysOfRouter } from './gateways.ts'
import { interfacesOf } from './router-ports.ts'
import { routers } from './routers.ts'
import { reportRunning } from './schedule-router.ts'

/** Deletes a router without interfaces, and its gateways. */
export const deleteRouter =
  (deps: Deps) =>
  (ctx: Context, found: PlainRouter): Promise<void> =>
    deps.transaction(ctx, async (inside) => {
      const { id } = found
      const ports = (await interfacesOf(inside.db, id)).map((port) => port.id)
      if (ports.length > 0) throw errors.RouterInUse({ id, ports })
      for (const gateway of await gatewaysOfRouter(inside.db, id)) await removeGateway(inside, found, gateway)
      await followCentre(inside, found)
      await reportRunning(inside, id)
      if (found.ha) await endTogether(inside, found)
      await remove(inside, routers, found)
    })
