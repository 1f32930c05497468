import { readdir, readFile, readlink, writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import type { RunCommand } from './run-command.ts'

const devices = '/sys/class/net'

/** Names of the network devices in the host's own namespace. */
export const listDevices = (): Promise<string[]> => readdir(devices)

const attributeOf = async (device: string, attribute: string): Promise<string | undefined> => {
  try {
    return (await readFile(`${devices}/${device}/${attribute}`, 'utf8')).trim()
  } catch {
    return undefined
  }
}

export const deviceExists = async (device: string): Promise<boolean> =>
  (await attributeOf(device, 'ifindex')) !== undefined

/** The kernel's interface index of the device. */
export const indexOf = async (device: string): Promise<number> => Number(await attributeOf(device, 'ifindex'))

export const aliasOf = async (device: string): Promise<string> => (await attributeOf(device, 'ifalias')) ?? ''

export const mtuOf = async (device: string): Promise<number> => Number(await attributeOf(device, 'mtu'))

const upFlag = 0x1

/** Whether the device is administratively up, even without a carrier. */
const isUp = async (device: string): Promise<boolean> =>
  (Number(await attributeOf(device, 'flags')) & upFlag) !== 0

/** The bridge that the device is a port of. */
export const bridgeAround = async (device: string): Promise<string | undefined> => {
  try {
    return basename(await readlink(`${devices}/${device}/master`))
  } catch {
    return undefined
  }
}

/**
 * Another process may create or delete a device between our check and our command: an error does not count when the
 * wanted state is reached anyway.
 */
const unless = async (fulfilled: () => Promise<boolean>, work: () => Promise<unknown>): Promise<void> => {
  if (await fulfilled()) return
  try {
    await work()
  } catch (error) {
    if (!(await fulfilled())) throw error
  }
}

export interface Links {
  /** Runs `ip link add` with these words unless the device exists. */
  ensure(device: string, ...words: string[]): Promise<void>
  /** Attaches the device to the bridge, sets its MTU and switches it up or down. */
  join(device: string, bridge: string, mtu: number, up: boolean): Promise<void>
  set(device: string, ...words: string[]): Promise<void>
  setMtu(device: string, mtu: number): Promise<void>
  /** Sets the device up or down unless it is so already. */
  switched(device: string, up: boolean): Promise<void>
  /** Succeeds when the device does not exist. */
  remove(device: string): Promise<void>
  /** Prevents the host from assigning itself IPv6 addresses on the device. */
  withoutIpv6(device: string): Promise<void>
}

export const linksBy = (run: RunCommand): Links => {
  const set = async (device: string, ...words: string[]) => {
    await run(['ip', 'link', 'set', 'dev', device, ...words])
  }
  const setMtu = async (device: string, mtu: number) => {
    if ((await mtuOf(device)) !== mtu) await set(device, 'mtu', String(mtu))
  }
  const switched = async (device: string, up: boolean) => {
    if ((await isUp(device)) !== up) await set(device, up ? 'up' : 'down')
  }
  return {
    ensure: (device, ...words) =>
      unless(
        () => deviceExists(device),
        () => run(['ip', 'link', 'add', 'name', device, ...words]),
      ),
    join: async (device, bridge, mtu, up) => {
      if ((await bridgeAround(device)) !== bridge) await set(device, 'master', bridge)
      await setMtu(device, mtu)
      await switched(device, up)
    },
    set,
    switched,
    setMtu,
    remove: (device) =>
      unless(
        async () => !(await deviceExists(device)),
        () => run(['ip', 'link', 'delete', 'dev', device]),
      ),
    withoutIpv6: async (device) => {
      try {
        await writeFile(`/proc/sys/net/ipv6/conf/${device}/disable_ipv6`, '1')
      } catch {
        // A kernel without IPv6 has no such file and needs no setting.
      }
    },
  }
}
