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
 * Makes the bridge that a tap is to join if the network agent has not done so yet. Both may try at once: it is enough
 * that the bridge is there in the end.
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

/** Makes the bridges that the taps of these interfaces are to join. */
export const ensureBridges = async (vifs: readonly Vif[]): Promise<void> => {
  for (const { type, bridgeName, mtu } of vifs)
    if (type === 'bridge' && bridgeName !== undefined) await ensureBridge(bridgeName, mtu)
}
