import type { NetworkClient, Port } from '@nimbo/clients/network'
import type { HostedServer } from '@nimbo/contracts/compute-rpc/hosted-server'
import type { Context } from '@nimbo/kernel/context'
import type { JsonObject } from '@nimbo/kernel/json'
import { numaPolicyOf } from '../../domain/pci/pci-requests.ts'
import { isDevicePort, profileWithDevice } from '../../domain/pci/port-requests.ts'
import { pciRequestsOfPorts } from '../../resources/pci-requests-of-ports.ts'
import type { ResourceTracker } from '../host/resource-tracker.ts'
import type { HostDevices } from './host-devices.ts'

export interface ClaimPortDeviceDeps {
  readonly network: Pick<NetworkClient, 'networks' | 'port'>
  readonly devices: Pick<HostDevices, 'claim' | 'heldBy'>
  readonly tracker: Pick<ResourceTracker, 'find'>
}

/** Where the server of a port is. */
type Owner = Pick<HostedServer, 'id' | 'node' | 'flavor' | 'imageProperties'>

/**
 * Takes a device for a port that is one, near the NUMA nodes of its server, and resolves to the profile of its binding with it;
 * undefined for other ports, of which nothing is read. Throws `PciDeviceRequestFailed`.
 */
export const claimPortDevice = async (
  { network, devices, tracker }: ClaimPortDeviceDeps,
  ctx: Context,
  { id: serverId, node, flavor, imageProperties }: Owner,
  port: Port,
): Promise<JsonObject | undefined> => {
  if (!isDevicePort(port)) return undefined
  const whole = (await network.port(ctx, port.id)) ?? port
  const cells = tracker.find(serverId)?.numaTopology?.cells.flatMap(({ hostCell }) => hostCell ?? [])
  const policy = numaPolicyOf(flavor.extraSpecs, imageProperties)
  const requests = await pciRequestsOfPorts(network, ctx, [whole], policy)
  devices.claim(serverId, node, requests, cells === undefined ? {} : { cells })
  const given = devices.heldBy(serverId).find(({ requestId }) => requestId === port.id)
  return given && profileWithDevice(whole, given.device)
}
