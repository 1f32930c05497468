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

/** The server of a port. */
type Owner = Pick<HostedServer, 'id' | 'node' | 'flavor' | 'imageProperties'>

/**
 * Claims a PCI device for a port that needs one, near the NUMA cells of its server, and resolves to the binding profile
 * of the port with that device; undefined for other ports, for which nothing is read. Throws `PciDeviceRequestFailed`.
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
