import type { HostedInterface } from '@nimbo/contracts/compute-rpc/server-interface'
import { BoundSubnets } from '@nimbo/contracts/network/bound-subnets'
import Value from 'typebox/value'
import type { ServerPort } from '../../domain/networks/server-port.ts'
import { vlanOf } from '../../domain/pci/port-requests.ts'
import type { OfferedDevice } from '../../domain/pci/host-device.ts'
import type { Vif } from '../../driver/hypervisor.ts'
import { errors } from '../agent-errors.ts'

/** Length that Nova uses for tap device names: one less than the 15 characters that Linux allows. */
const deviceNameLength = 14

const bindingFailures = [undefined, '', 'unbound', 'binding_failed']

/** Whether Neutron has bound the port; otherwise it was never plugged. */
export const isBound = ({ port }: ServerPort): boolean => !bindingFailures.includes(port['binding:vif_type'])

/** The subnets come with the port's binding, because the host has no other source for them. */
const addressesOf = ({ port }: ServerPort): NonNullable<Vif['addresses']> => {
  const { subnets } = port['binding:vif_details'] ?? {}
  if (!Value.Check(BoundSubnets, subnets)) return []
  return port.fixed_ips.flatMap(({ subnet_id, ip_address: address }) => {
    const subnet = subnets.find(({ id }) => id === subnet_id)
    if (subnet === undefined) return []
    const { cidr, gateway_ip: gateway } = subnet
    return [{ address, cidr, ...(gateway === null ? {} : { gateway }) }]
  })
}

/** How the hypervisor plugs a port. Throws `PortBindingFailed` when Neutron could not bind it to this host. */
export const vifOf = (plugged: ServerPort, device?: OfferedDevice): Vif => {
  const { port, network } = plugged
  if (!isBound(plugged)) throw errors.PortBindingFailed({ portId: port.id })
  const common = {
    portId: port.id,
    macAddress: port.mac_address,
    deviceName: `tap${port.id}`.slice(0, deviceNameLength),
    mtu: network.mtu,
  }
  switch (port['binding:vif_type']) {
    case 'bridge': {
      const { bridge_name: bridge } = port['binding:vif_details'] ?? {}
      const fallback = `brq${network.id}`.slice(0, deviceNameLength)
      return { ...common, type: 'bridge', bridgeName: typeof bridge === 'string' ? bridge : fallback }
    }
    case 'hw_veb':
    case 'hostdev_physical':
      return { ...common, ...deviceVif(port, device) }
    case 'user':
      return { ...common, type: 'user', addresses: addressesOf(plugged) }
    default:
      return { ...common, type: 'fake' }
  }
}

/** The interface of a port that a PCI device backs, with the device that the host gave or the binding names. */
const deviceVif = (
  port: ServerPort['port'],
  device: OfferedDevice | undefined,
): Partial<Vif> & Pick<Vif, 'type'> => {
  const pciSlot = device?.address ?? port['binding:profile']?.pci_slot
  const vlan = vlanOf(port)
  const [hostInterface] = device?.interfaces ?? []
  const isMacvtap = port['binding:vnic_type'] === 'macvtap'
  const whole = port['binding:vif_type'] === 'hostdev_physical'
  return {
    type: whole ? 'hostdev_physical' : isMacvtap ? 'macvtap' : 'hw_veb',
    ...(typeof pciSlot === 'string' ? { pciSlot } : {}),
    ...(vlan === undefined || whole ? {} : { vlan }),
    ...(isMacvtap && hostInterface !== undefined ? { deviceName: hostInterface } : {}),
  }
}

/** How the port is shown among the server's addresses. */
export const interfaceOf = ({
  port,
  network,
  preexisting,
  tag,
  floatingIps,
}: ServerPort): HostedInterface => ({
  portId: port.id,
  networkId: network.id,
  networkName: network.name,
  macAddress: port.mac_address,
  addresses: port.fixed_ips.map(({ ip_address: address }) => ({
    address,
    version: address.includes(':') ? (6 as const) : (4 as const),
    floatingIps: [...(floatingIps?.get(address) ?? [])],
  })),
  securityGroupIds: port.security_groups,
  preexisting,
  ...(tag === undefined ? {} : { tag }),
})
