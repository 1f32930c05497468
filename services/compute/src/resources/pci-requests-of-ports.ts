import type { NetworkClient, Port } from '@nimbo/clients/network'
import type { Context } from '@nimbo/kernel/context'
import type { PciRequest } from '../domain/pci/pci-requests.ts'
import { isDevicePort, pciRequestOfPort } from '../domain/pci/port-requests.ts'

/** The PCI devices that ports need. Networks are only read when one of the ports is a device of its host. */
export const pciRequestsOfPorts = async (
  network: Pick<NetworkClient, 'networks'>,
  ctx: Context,
  ports: readonly Pick<Port, 'id' | 'network_id' | 'binding:vnic_type'>[],
): Promise<readonly PciRequest[]> => {
  const devices = ports.filter(isDevicePort)
  if (devices.length === 0) return []
  const id = [...new Set(devices.map((port) => port.network_id))]
  const networks = await network.networks(ctx, { id, fields: ['id', 'provider:physical_network'] })
  return devices.flatMap(
    (port) =>
      pciRequestOfPort(
        port,
        networks.find(({ id }) => id === port.network_id),
      ) ?? [],
  )
}
