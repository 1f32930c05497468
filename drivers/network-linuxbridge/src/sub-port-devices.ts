import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import type { WiredPort } from '@nimbo/network/driver/network-agent-driver'
import { tapOf } from './device-names.ts'
import type { Links } from './links.ts'

const tagged = '/proc/net/vlan'

/** Whether the kernel has VLAN devices (802.1Q). */
export const hasVlans = (): boolean =>
  existsSync(tagged) || (spawnSync('modprobe', ['8021q']).status === 0 && existsSync(tagged))

/** Looks up devices of the host. */
export interface VlanHost {
  hasDevice(device: string): Promise<boolean>
  /** Whether the device is a VLAN device. */
  isVlan(device: string): Promise<boolean>
}

export const vlanFiles: Pick<VlanHost, 'isVlan'> = {
  isVlan: async (device) => existsSync(`${tagged}/${device}`),
}

export interface SubPortDevices {
  /**
   * Creates the device of a sub-port as a VLAN on the device of its trunk's parent port; does nothing while the latter does not
   * exist.
   */
  ensure(port: Pick<WiredPort, 'device' | 'trunk'>): Promise<void>
  /** Removes the device of a sub-port, given by the first 11 characters of its id. Idempotent. */
  remove(portShortId: string): Promise<void>
}

/** The devices of sub-ports: each is a VLAN device on the tap of the trunk's parent port, named like the sub-port's tap. */
export const subPortDevices = (links: Links, host: VlanHost): SubPortDevices => ({
  ensure: async ({ device, trunk }) => {
    if (!trunk || (await host.hasDevice(device)) || !(await host.hasDevice(trunk.device))) return
    await links.ensure(device, 'link', trunk.device, 'type', 'vlan', 'id', String(trunk.vlan))
  },
  remove: async (id) => {
    if (await host.isVlan(tapOf(id))) await links.remove(tapOf(id))
  },
})

/** For kernels without VLAN devices: sub-ports get no device. */
export const noSubPortDevices: SubPortDevices = { ensure: async () => {}, remove: async () => {} }
