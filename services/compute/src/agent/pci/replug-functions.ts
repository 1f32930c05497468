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
import { interfaceHardware } from '../networks/interface-hardware.ts'

/** The interfaces of a server that devices of this host back. Queries nothing for a server without devices. */
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

/** Unplugs the virtual functions of a guest before its live migration: they belong to this host's card. Idempotent. */
export const unplugFunctions = async (
  deps: MoveDeps,
  ctx: Context,
  server: HostedServer,
): Promise<readonly Vif[]> => {
  const vifs = await functionsOf(deps, ctx, server)
  for (const vif of vifs) await deps.hypervisor.devices.detachInterface(server.id, vif)
  return vifs
}

/**
 * Plugs virtual functions back into a guest that stays. Failures are logged: the guest runs on, and a hard reboot plugs
 * them in.
 */
export const plugFunctionsBack = async (
  deps: MoveDeps,
  ctx: Context,
  server: HostedServer,
): Promise<void> => {
  for (const vif of await functionsOf(deps, ctx, server))
    await deps.hypervisor.devices
      .attachInterface(server.id, vif, interfaceHardware(server))
      .catch((error: unknown) =>
        deps.log.error(
          { serverId: server.id, port: vif.portId, reason: messageOf(error) },
          'a virtual function could not be plugged back into a guest that stays',
        ),
      )
}

/**
 * Claims devices of this host for the ports of a guest that is about to arrive by live migration. Throws
 * `MigrationPreCheckError`.
 */
export const claimFunctions = async (deps: MoveDeps, ctx: Context, server: HostedServer): Promise<void> => {
  for (const { port } of await serverPorts(deps.network, ctx, server))
    try {
      await claimPortDevice(deps, ctx, server, port)
    } catch (error) {
      throw errors.MigrationPreCheckError({ reason: messageOf(error) }, { cause: error })
    }
}

/** Records in Neutron which functions a guest that has arrived gets, and plugs them in. Idempotent. */
export const plugFunctions = async (deps: MoveDeps, ctx: Context, server: HostedServer): Promise<void> => {
  if (deps.devices.heldBy(server.id).length === 0) return
  for (const { port } of await serverPorts(deps.network, ctx, server)) {
    const profile = await claimPortDevice(deps, ctx, server, port)
    if (profile !== undefined) await deps.network.updatePort(ctx, port.id, { 'binding:profile': profile })
  }
  for (const vif of await functionsOf(deps, ctx, server))
    await deps.hypervisor.devices.attachInterface(server.id, vif, interfaceHardware(server))
}
