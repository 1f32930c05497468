import type { Moved } from '@nimbo/contracts/compute-rpc/move'
import type { Context } from '@nimbo/kernel/context'
import type { ServerId } from '@nimbo/kernel/ids'
import { serverPorts } from '../../resources/server-ports.ts'
import { exportHere } from './export-here.ts'
import { knownServer } from './known-server.ts'
import { liveDriver } from './live-driver.ts'
import type { MoveDeps } from './move-deps.ts'
import { orderOf } from './order-of.ts'

/** Prepares this host for an incoming live migration: volumes, image, config drive. */
export const receive =
  (deps: MoveDeps) =>
  async (ctx: Context, serverId: ServerId): Promise<Moved> => {
    const server = await knownServer(deps, ctx, serverId)
    const ports = await serverPorts(deps.network, ctx, server)
    const { volumes } = await exportHere(deps)(ctx, server)
    const order = await orderOf(deps)(ctx, server, { ports, volumes })
    return { landing: await liveDriver(deps).receive(order) }
  }
