import type { Network, Port } from '@nimbo/clients/network'
import type { JsonObject } from '@nimbo/kernel/json'
import type { OfferedDevice } from './host-device.ts'
import type { NumaPolicy } from './pci-aliases.ts'
import type { PciRequest } from './pci-requests.ts'

/** The kinds of ports that a PCI device of the host backs, with the requirements of the device. */
const deviceKinds: Readonly<Record<string, Pick<PciRequest['wishes'][number], 'type' | 'remoteManaged'>>> = {
  direct: { type: 'type-VF' },
  macvtap: { type: 'type-VF' },
  'virtio-forwarder': { type: 'type-VF' },
  'accelerator-direct': { type: 'type-VF' },
  'direct-physical': { type: 'type-PF' },
  'remote-managed': { type: 'type-VF', remoteManaged: true },
}

/** Whether a PCI device of the host backs the port. */
export const isDevicePort = (port: Pick<Port, 'binding:vnic_type'>): boolean =>
  Object.hasOwn(deviceKinds, port['binding:vnic_type'] ?? 'normal')

/** The fields of a port that determine its device. */
export type DevicePort = Pick<
  Port,
  'id' | 'network_id' | 'binding:vnic_type' | 'binding:profile' | 'numa_affinity_policy'
>

/** Whether the owner of a port requests a virtual function that its card trusts. */
export const isTrusted = ({ 'binding:profile': profile }: Pick<Port, 'binding:profile'>): boolean =>
  /^(true|yes|on|1|t|y)$/i.test(String(profile?.trusted))

/**
 * The device that a port needs, on the physical network of its own network; undefined for a port that needs none. The
 * NUMA policy of the port takes precedence over that of the server's flavor or image.
 */
export const pciRequestOfPort = (
  port: DevicePort,
  network: Pick<Network, 'provider:physical_network'> | undefined,
  ofServer: NumaPolicy | undefined,
): PciRequest | undefined => {
  const kind = deviceKinds[port['binding:vnic_type'] ?? 'normal']
  if (kind === undefined) return undefined
  const physicalNetwork = network?.['provider:physical_network']
  const numaPolicy = port.numa_affinity_policy ?? ofServer
  const wish = {
    ...kind,
    ...(typeof physicalNetwork === 'string' ? { physicalNetwork } : {}),
    ...(isTrusted(port) ? { trusted: true } : {}),
  }
  return {
    ...{ id: port.id, count: 1, wishes: [wish] },
    ...(numaPolicy === undefined ? {} : { numaPolicy }),
  }
}

/** The keys of a binding profile that describe the device of the port. */
const deviceKeys = [
  ...['pci_slot', 'pci_vendor_info', 'physical_network', 'device_mac_address'],
  ...['card_serial_number', 'pf_mac_address', 'vf_num'],
]

/** The further keys of a device: for a whole card its MAC address, for a virtual function its place on the card. */
const moreOf = ({
  type,
  macAddress,
  functionNumber,
  parentMacAddress,
  cardSerialNumber,
}: OfferedDevice): JsonObject => {
  if (type === 'type-PF') return macAddress === undefined ? {} : { device_mac_address: macAddress }
  if (type !== 'type-VF') return {}
  return {
    ...(cardSerialNumber === undefined ? {} : { card_serial_number: cardSerialNumber }),
    ...(parentMacAddress === undefined ? {} : { pf_mac_address: parentMacAddress }),
    ...(functionNumber === undefined ? {} : { vf_num: functionNumber }),
  }
}

/** The binding profile of a port with its device, as Nova writes it. */
export const profileWithDevice = (
  { 'binding:profile': profile }: Pick<Port, 'binding:profile'>,
  device: OfferedDevice,
): JsonObject => ({
  ...profileWithoutDevice(profile),
  pci_slot: device.address,
  pci_vendor_info: `${device.vendorId}:${device.productId}`,
  ...(device.physicalNetwork === undefined ? {} : { physical_network: device.physicalNetwork }),
  ...moreOf(device),
})

/** The binding profile of a port without any device. */
export const profileWithoutDevice = (profile: Port['binding:profile']): JsonObject => {
  const copy: JsonObject = JSON.parse(JSON.stringify(profile ?? {}))
  return Object.fromEntries(Object.entries(copy).filter(([key]) => !deviceKeys.includes(key)))
}

/** Whether the profile names a device. */
export const namesDevice = (profile: Port['binding:profile']): boolean => profile?.pci_slot !== undefined

/** The VLAN that a card puts a port in; undefined for a port without one, for which Neutron reports 0. */
export const vlanOf = ({
  'binding:vif_details': details,
}: Pick<Port, 'binding:vif_details'>): number | undefined => {
  const vlan = Number(details?.vlan ?? 0)
  return vlan > 0 ? vlan : undefined
}
