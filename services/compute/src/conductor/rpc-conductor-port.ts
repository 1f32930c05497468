import type { Bus } from '@nimbo/bus/bus'
import { conductorRpc } from '@nimbo/contracts/compute-rpc/conductor'
import { rpcClient } from '@nimbo/rpc/rpc-client'
import type { ConductorPort } from '../app/conductor-port.ts'

/** Calls whichever conductor takes the message. */
export const rpcConductorPort = (bus: Bus): ConductorPort => {
  const conductor = rpcClient(bus, conductorRpc).on()
  return {
    scheduleAndBuild: (ctx, order) => conductor.scheduleAndBuild(ctx, order),
    flowRequested: (ctx, order) => conductor.flowRequested(ctx, order),
    cancelBuild: (ctx, order) => conductor.cancelBuild(ctx, order),
    cacheImages: (ctx, { aggregate: { id, uuid, name, hosts, metadata }, images }) =>
      conductor.cacheImages(ctx, {
        aggregate: { ...{ id, uuid, name, metadata }, hosts: [...hosts] },
        images: [...images],
      }),
    audit: (ctx, order) => conductor.audit(ctx, order),
  }
}
