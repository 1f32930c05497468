import type { NetworkClient } from '@nimbo/clients/network'
import type { Context } from '@nimbo/kernel/context'
import type { NumaPolicy } from '../domain/pci/pci-aliases.ts'
import type { PciRequest } from '../domain/pci/pci-requests.ts'
import { type DevicePort, isDevicePort, pciRequestOfPort } from '../domain/pci/port-requests.ts'

/**
 * The PCI devices that ports need; a port without a NUMA policy gets that of its server. Networks are read only if a
 * PCI device backs one of the ports.
 */
export const pciRequestsOfPorts = async (
  network: Pick<NetworkClient, 'networks'>,
  ctx: Context,
  ports: readonly DevicePort[],
  ofServer: NumaPolicy | undefined,
): Promise<readonly PciRequest[]> => {
  const devices = ports.filter(isDevicePort)
  if (devices.length === 0) return []
  const id = [...new Set(devices.map((port) => port.network_id))]
  const networks = await network.networks(ctx, { id, fields: ['id', 'provider:physical_network'] })
  return devices.flatMap((port) => {
    const itsNetwork = networks.find((one) => one.id === port.network_id)
    return pciRequestOfPort(port, itsNetwork, ofServer) ?? []
  })
}
