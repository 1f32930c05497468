import { readdir } from 'node:fs/promises'
import type { NetworkSegment } from '@nimbo/network/driver/network-agent-driver'
import { vlanDevice, vxlanDevice, vxlanPrefix } from './device-names.ts'
import type { Links } from './links.ts'
import type { RunCommand } from './run-command.ts'

/** How networks of a host reach other hosts. */
export interface UplinkOptions {
  /** The host's device for each physical network, for flat and VLAN networks. */
  readonly physicalDevices?: Readonly<Record<string, string>>
  /** Addresses of this host's and the other hosts' ends of tunnels (VXLAN); left out on a single host. */
  readonly tunnels?: { readonly localAddress: string; readonly peers: readonly string[] }
}

export interface Uplinks {
  /** The name of the device that connects a network's bridge to other hosts, if the network has one. */
  nameOf(segment: NetworkSegment): string | undefined
  /** Creates that device; resolves to its name. Throws for a network that cannot reach other hosts. */
  ensure(segment: NetworkSegment): Promise<string | undefined>
  /** Removes the tagged devices and tunnels on a bridge. The device of a flat network stays, which is the operator's. */
  removeFrom(bridge: string): Promise<void>
  /** Makes the tunnels of these bridges lead to exactly these hosts. */
  setPeers(bridges: readonly string[], peers: readonly string[]): Promise<void>
}

const vxlanPort = 4789
/** Frames to an unknown MAC address are flooded to every peer. */
const everyone = '00:00:00:00:00:00'

const devicesOn = (bridge: string): Promise<readonly string[]> => readdir(`/sys/class/net/${bridge}/brif`)

const isTunnel = (device: string): boolean => device.startsWith(vxlanPrefix)

export const uplinksBy = (run: RunCommand, links: Links, options: UplinkOptions): Uplinks => {
  const { physicalDevices = {}, tunnels } = options
  let peers = tunnels?.peers ?? []

  const nameOf = ({ type, physicalNetwork, segmentationId }: NetworkSegment): string | undefined => {
    if (type === 'vxlan') return tunnels && vxlanDevice(segmentationId ?? 0)
    if (type !== 'flat' && type !== 'vlan') return undefined
    const physical = physicalDevices[physicalNetwork ?? '']
    return type === 'flat' || physical === undefined ? physical : vlanDevice(physical, segmentationId ?? 0)
  }

  /** Whether this is a tagged device on one of the host's devices. */
  const isTagged = (device: string): boolean => {
    const vlan = Number(device.slice(device.lastIndexOf('.') + 1))
    return Object.values(physicalDevices).some((physical) => vlanDevice(physical, vlan) === device)
  }

  const leadToPeers = async (device: string): Promise<void> => {
    const table = await run(['bridge', 'fdb', 'show', 'dev', device])
    const known = table.split('\n').flatMap((line) => {
      const [mac, word, address] = line.split(' ')
      return mac === everyone && word === 'dst' && address !== undefined ? [address] : []
    })
    for (const peer of peers)
      if (!known.includes(peer)) await run(['bridge', 'fdb', 'append', everyone, 'dev', device, 'dst', peer])
    for (const peer of known)
      if (!peers.includes(peer)) await run(['bridge', 'fdb', 'del', everyone, 'dev', device, 'dst', peer])
  }

  const ensure = async (segment: NetworkSegment): Promise<string | undefined> => {
    const { type, physicalNetwork, segmentationId, id } = segment
    const device = nameOf(segment)
    // A geneve device has one remote address, but the bridge must reach all peers: hence one forwarding entry per peer,
    // which only vxlan has.
    if (type === 'geneve' && tunnels)
      throw new Error(`network ${id}: networks of type geneve do not reach other hosts here`)
    if (type === 'vxlan' && tunnels && device !== undefined) {
      const ends = ['dstport', String(vxlanPort), 'local', tunnels.localAddress]
      await links.ensure(device, 'type', 'vxlan', 'id', String(segmentationId ?? 0), ...ends)
      await leadToPeers(device)
    }
    if (type !== 'flat' && type !== 'vlan') return device
    const physical = physicalDevices[physicalNetwork ?? '']
    if (physical === undefined || device === undefined)
      throw new Error(`network ${id}: no device leads to ${physicalNetwork}`)
    if (type === 'vlan')
      await links.ensure(device, 'link', physical, 'type', 'vlan', 'id', String(segmentationId ?? 0))
    return device
  }

  return {
    nameOf,
    ensure,
    removeFrom: async (bridge) => {
      for (const device of await devicesOn(bridge))
        if (isTunnel(device) || isTagged(device)) await links.remove(device)
    },
    setPeers: async (bridges, wanted) => {
      peers = wanted
      for (const bridge of bridges)
        for (const device of (await devicesOn(bridge)).filter(isTunnel)) await leadToPeers(device)
    },
  }
}
