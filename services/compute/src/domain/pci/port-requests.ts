import type { Network, Port } from '@nimbo/clients/network'
import type { JsonObject } from '@nimbo/kernel/json'
import type { OfferedDevice } from './host-device.ts'
import type { PciRequest } from './pci-requests.ts'

/** The kinds of ports that are PCI devices of the host, with what is asked of the device. */
const deviceKinds: Readonly<Record<string, Pick<PciRequest['wishes'][number], 'type' | 'remoteManaged'>>> = {
  direct: { type: 'type-VF' },
  macvtap: { type: 'type-VF' },
  'virtio-forwarder': { type: 'type-VF' },
  'accelerator-direct': { type: 'type-VF' },
  'direct-physical': { type: 'type-PF' },
  'remote-managed': { type: 'type-VF', remoteManaged: true },
}

/** Whether the port is a PCI device of its host. */
export const isDevicePort = (port: Pick<Port, 'binding:vnic_type'>): boolean =>
  Object.hasOwn(deviceKinds, port['binding:vnic_type'] ?? 'normal')

/** The device that a port needs, on the physical network of its own network; undefined for a port that needs none. */
export const pciRequestOfPort = (
  port: Pick<Port, 'id' | 'binding:vnic_type'>,
  network: Pick<Network, 'provider:physical_network'> | undefined,
): PciRequest | undefined => {
  const kind = deviceKinds[port['binding:vnic_type'] ?? 'normal']
  if (kind === undefined) return undefined
  const physicalNetwork = network?.['provider:physical_network']
  return {
    ...{ id: port.id, count: 1 },
    wishes: [{ ...kind, ...(typeof physicalNetwork === 'string' ? { physicalNetwork } : {}) }],
  }
}

/** What the profile of a binding says of the device of its port. */
const deviceKeys = ['pci_slot', 'pci_vendor_info', 'physical_network', 'device_mac_address']

/** The profile of a port's binding with its device, as Nova writes it. */
export const profileWithDevice = (
  { 'binding:profile': profile }: Pick<Port, 'binding:profile'>,
  { address, vendorId, productId, type, physicalNetwork, macAddress }: OfferedDevice,
): JsonObject => ({
  ...profileWithoutDevice(profile),
  pci_slot: address,
  pci_vendor_info: `${vendorId}:${productId}`,
  ...(physicalNetwork === undefined ? {} : { physical_network: physicalNetwork }),
  ...(type === 'type-PF' && macAddress !== undefined ? { device_mac_address: macAddress } : {}),
})

/** The profile of a port's binding without any device. */
export const profileWithoutDevice = (profile: Port['binding:profile']): JsonObject => {
  const copy: JsonObject = JSON.parse(JSON.stringify(profile ?? {}))
  return Object.fromEntries(Object.entries(copy).filter(([key]) => !deviceKeys.includes(key)))
}

/** Whether the profile names a device. */
export const namesDevice = (profile: Port['binding:profile']): boolean => profile?.pci_slot !== undefined
