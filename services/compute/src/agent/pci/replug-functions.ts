import type { HostedServer } from '@nimbo/contracts/compute-rpc/hosted-server'
import type { Context } from '@nimbo/kernel/context'
import { messageOf } from '@nimbo/kernel/errors'
import type { Vif } from '../../driver/hypervisor.ts'
import { serverPorts } from '../../resources/server-ports.ts'
import type { MoveDeps } from '../moves/move-deps.ts'
import { errors } from '../agent-errors.ts'
import { isBound, vifOf } from '../networks/server-port.ts'
import { claimPortDevice } from './claim-port-device.ts'
import { deviceOfPort } from './release-port-device.ts'

/** The interfaces of a server here that are devices of this host. Nothing is read on a host that offers none. */
const functionsOf = async (
  { network, devices }: MoveDeps,
  ctx: Context,
  server: HostedServer,
): Promise<readonly Vif[]> => {
  if (devices.heldBy(server.id).length === 0) return []
  const ports = await serverPorts(network, ctx, server)
  return ports.flatMap((one) => {
    const given = deviceOfPort(devices, server.id, one.port.id)
    return given === undefined || !isBound(one) ? [] : [vifOf(one, given.device)]
  })
}

/** Takes the virtual functions from a guest that is about to leave as it runs: they stay with their card. Idempotent. */
export const unplugFunctions = async (
  deps: MoveDeps,
  ctx: Context,
  server: HostedServer,
): Promise<readonly Vif[]> => {
  const vifs = await functionsOf(deps, ctx, server)
  for (const vif of vifs) await deps.hypervisor.devices.detachInterface(server.id, vif)
  return vifs
}

/** Gives a guest that stays its virtual functions back. What fails is logged: the guest runs on, and a hard reboot plugs them in. */
export const plugFunctionsBack = async (
  deps: MoveDeps,
  ctx: Context,
  server: HostedServer,
): Promise<void> => {
  for (const vif of await functionsOf(deps, ctx, server))
    await deps.hypervisor.devices
      .attachInterface(server.id, vif)
      .catch((error: unknown) =>
        deps.log.error(
          { serverId: server.id, port: vif.portId, reason: messageOf(error) },
          'a guest that stays did not get a virtual function back',
        ),
      )
}

/** Takes devices of this host for the ports of a guest that is about to come as it runs. Throws `MigrationPreCheckError`. */
export const claimFunctions = async (deps: MoveDeps, ctx: Context, server: HostedServer): Promise<void> => {
  for (const { port } of await serverPorts(deps.network, ctx, server))
    try {
      await claimPortDevice(deps, ctx, server, port)
    } catch (error) {
      throw errors.MigrationPreCheckError({ reason: messageOf(error) }, { cause: error })
    }
}

/** Tells Neutron which functions a guest that has come gets, and plugs them in. Idempotent. */
export const plugFunctions = async (deps: MoveDeps, ctx: Context, server: HostedServer): Promise<void> => {
  if (deps.devices.heldBy(server.id).length === 0) return
  for (const { port } of await serverPorts(deps.network, ctx, server)) {
    const profile = await claimPortDevice(deps, ctx, server, port)
    if (profile !== undefined) await deps.network.updatePort(ctx, port.id, { 'binding:profile': profile })
  }
  for (const vif of await functionsOf(deps, ctx, server))
    await deps.hypervisor.devices.attachInterface(server.id, vif)
}
