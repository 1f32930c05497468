import type { Vif } from '@nimbo/compute/driver/hypervisor'
import { addressOf, cidrOf, contains, formatCidr, numberOf, usableRange } from '@nimbo/ip/ip'
import type { JsonObject } from '@nimbo/kernel/json'
import { errors } from './errors.ts'

type Address = NonNullable<Vif['addresses']>[number]

const nicId = ({ portId }: Pick<Vif, 'portId'>): string => `nic-${portId}`
export const netdevId = ({ portId }: Pick<Vif, 'portId'>): string => `net-${portId}`

const isV6 = ({ address }: Pick<Address, 'address'>): boolean => address.includes(':')

/** The first interface with an IPv4 address, through which the guest can be reached from the host, and that address. */
export const reachedBy = (
  vifs: readonly Vif[],
): { readonly vif: Vif; readonly address: string } | undefined => {
  for (const vif of vifs) {
    const found = vif.addresses?.find((one) => !isV6(one))
    if (found) return { vif, address: found.address }
  }
  return undefined
}

/** The last unused addresses of a subnet: QEMU uses them for its DNS server, and for the gateway if there is none. */
const freeAddresses = (cidr: string, taken: readonly string[], count: number): readonly string[] => {
  const block = cidrOf(cidr)
  const { first, last } = usableRange(block)
  const free: string[] = []
  for (let number = last; number >= first && free.length < count; number -= 1n) {
    const address = addressOf(number, block.version)
    if (!taken.includes(address)) free.push(address)
  }
  if (free.length < count) throw errors.SubnetTooSmall({ cidr })
  return free
}

/** QEMU's built-in DHCP gives its start address to the first client: this is the port's fixed IP. */
const ipv4 = (mine: Address): JsonObject => {
  const known = mine.gateway === undefined ? [mine.address] : [mine.address, mine.gateway]
  const [names = '', gateway = ''] = freeAddresses(mine.cidr, known, mine.gateway === undefined ? 2 : 1)
  return {
    net: formatCidr(cidrOf(mine.cidr)),
    host: mine.gateway ?? gateway,
    dhcpstart: mine.address,
    dns: names,
  }
}

/** QEMU announces only the prefix; the guest derives its address from it as the network service did. */
const ipv6 = (mine: Address): JsonObject => {
  const { first, prefixLength, version } = cidrOf(mine.cidr)
  const gateway =
    mine.gateway !== undefined && contains(cidrOf(mine.cidr), mine.gateway) ? mine.gateway : undefined
  return {
    'ipv6-prefix': addressOf(first, version),
    'ipv6-prefixlen': prefixLength,
    'ipv6-host': gateway ?? addressOf(numberOf(addressOf(first, version)) + 1n, version),
  }
}

/** The network back end (`netdev`) of an interface: a network of its own, whose gateway opens connections as the QEMU process. */
export const userNetdev = (vif: Vif): JsonObject & { readonly id: string } => {
  if (vif.type !== 'user') throw errors.PortNotPlugged({ portId: vif.portId, vifType: vif.type })
  const first = vif.addresses?.find((one) => !isV6(one))
  const sixth = vif.addresses?.find(isV6)
  return {
    type: 'user',
    id: netdevId(vif),
    // Without any address, the network is isolated; QEMU requires at least one IP version, nevertheless.
    ...(first === undefined && sixth === undefined ? { restrict: true } : {}),
    ipv4: first !== undefined || sixth === undefined,
    ipv6: sixth !== undefined,
    ...(first && ipv4(first)),
    ...(sixth && ipv6(sixth)),
  }
}

const models = { virtio: 'virtio-net-pci', e1000: 'e1000', rtl8139: 'rtl8139' } as const
const isModel = (model: string): model is keyof typeof models => Object.hasOwn(models, model)

/** The model of a guest's interfaces, by the image property `hw_vif_model`. */
export const nicModel = (asked = 'virtio'): keyof typeof models => {
  if (!isModel(asked)) throw errors.NotByThisDriver({ what: `A network interface '${asked}'` })
  return asked
}

/** The network device of an interface. */
export const nicDevice = (
  vif: Vif,
  model: keyof typeof models,
  slotOf: (id: string) => string,
): JsonObject & { readonly id: string } => ({
  driver: models[model],
  id: nicId(vif),
  netdev: netdevId(vif),
  mac: vif.macAddress,
  addr: slotOf(nicId(vif)),
  ...(model === 'virtio' ? { host_mtu: vif.mtu } : {}),
})

export const nicIds = (vifs: readonly Vif[]): readonly string[] => vifs.map(nicId)
