import { access } from 'node:fs/promises'
import type { Vif } from '@nimbo/compute/driver/hypervisor'
import { messageOf } from '@nimbo/kernel/errors'
import { runCommand } from '@nimbo/local-guests/run-command'

const ip = (...args: string[]): Promise<string> => runCommand('ip', args, 10_000)

const isThere = (bridge: string): Promise<boolean> =>
  access(`/sys/class/net/${bridge}`).then(
    () => true,
    () => false,
  )

/**
 * Creates the bridge of a tap unless the network agent has done so. Both may try concurrently: it is enough that the bridge
 * exists afterwards.
 */
const ensureBridge = async (bridge: string, mtu: number): Promise<void> => {
  if (await isThere(bridge)) return
  try {
    await ip('link', 'add', 'name', bridge, 'mtu', String(mtu), 'type', 'bridge')
  } catch (error) {
    if (!(await isThere(bridge)))
      throw new Error(`no bridge ${bridge}: ${messageOf(error)}`, { cause: error })
  }
  await ip('link', 'set', 'dev', bridge, 'up')
}

/** Creates the bridges of these interfaces. */
export const ensureBridges = async (vifs: readonly Vif[]): Promise<void> => {
  for (const { type, bridgeName, mtu } of vifs)
    if (type === 'bridge' && bridgeName !== undefined) await ensureBridge(bridgeName, mtu)
}
