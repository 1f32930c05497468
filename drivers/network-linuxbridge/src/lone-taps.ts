import { access } from 'node:fs/promises'
import { bridgeAround, indexOf } from './links.ts'

/** How long a hypervisor may take to add a tap that it made to a bridge; after that only the agent will. */
const makersTimeMs = 10_000

const isTap = (device: string): Promise<boolean> =>
  access(`/sys/class/net/${device}/tun_flags`).then(
    () => true,
    () => false,
  )

interface Tap {
  /** The kernel's interface index, because a hypervisor may make another tap with the same name. */
  readonly index: number
  readonly since: number
  readonly wasJoined: boolean
}

/** Distinguishes taps that hypervisors are about to add to a bridge from taps that have lost their bridge. */
export interface LoneTaps {
  /** Whether the hypervisor still has to join this device itself. */
  isLeftToMaker(device: string): Promise<boolean>
  forget(device: string): void
}

/**
 * A hypervisor makes a tap and then adds it to the bridge, which fails (EBUSY) when the agent noticed the tap and added it first.
 * So the agent adds only taps that were in a bridge before, or that nobody has added for a while. Devices that are not taps are
 * made by the agent itself.
 */
export const loneTaps = (now: () => number): LoneTaps => {
  const taps = new Map<string, Tap>()
  return {
    isLeftToMaker: async (device) => {
      if (!(await isTap(device))) return false
      const index = await indexOf(device)
      const before = taps.get(device)
      const known = before?.index === index ? before : { index, since: now(), wasJoined: false }
      const wasJoined = known.wasJoined || (await bridgeAround(device)) !== undefined
      taps.set(device, { ...known, wasJoined })
      return !wasJoined && now() - known.since < makersTimeMs
    },
    forget: (device) => void taps.delete(device),
  }
}
