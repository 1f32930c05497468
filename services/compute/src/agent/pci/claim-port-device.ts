import type { NetworkClient, Port } from '@nimbo/clients/network'
import type { HostedServer } from '@nimbo/contracts/compute-rpc/hosted-server'
import type { Context } from '@nimbo/kernel/context'
import type { JsonObject } from '@nimbo/kernel/json'
import { isDevicePort, profileWithDevice } from '../../domain/pci/port-requests.ts'
import { pciRequestsOfPorts } from '../../resources/pci-requests-of-ports.ts'
import type { HostDevices } from './host-devices.ts'

interface Deps {
  readonly network: Pick<NetworkClient, 'networks' | 'port'>
  readonly devices: Pick<HostDevices, 'claim' | 'heldBy'>
}

/** Where the server of a port is. */
type Owner = Pick<HostedServer, 'id' | 'node'>

/**
 * Takes a device for a port that is one, and resolves to the profile of its binding with it; undefined for other ports, of
 * which nothing is read. Throws `PciDeviceRequestFailed`.
 */
export const claimPortDevice = async (
  { network, devices }: Deps,
  ctx: Context,
  { id: serverId, node }: Owner,
  port: Port,
): Promise<JsonObject | undefined> => {
  if (!isDevicePort(port)) return undefined
  devices.claim(serverId, node, await pciRequestsOfPorts(network, ctx, [port]))
  const given = devices.heldBy(serverId).find(({ requestId }) => requestId === port.id)
  const whole = await network.port(ctx, port.id)
  return given && profileWithDevice(whole ?? port, given.device)
}
