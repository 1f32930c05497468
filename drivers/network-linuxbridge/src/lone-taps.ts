import { access } from 'node:fs/promises'
import { bridgeAround, indexOf } from './links.ts'

/** After this time, nobody will join a tap to a bridge any more but the agent. */
const makersTimeMs = 10_000

const isTap = (device: string): Promise<boolean> =>
  access(`/sys/class/net/${device}/tun_flags`).then(
    () => true,
    () => false,
  )

interface Tap {
  /** A hypervisor may make another tap of the same name. */
  readonly index: number
  readonly since: number
  readonly wasJoined: boolean
}

/** Tells taps that hypervisors are about to join to a bridge from those that have lost theirs. */
export interface LoneTaps {
  /** Whether the hypervisor still has to join this device itself. */
  isLeftToMaker(device: string): Promise<boolean>
  forget(device: string): void
}

/**
 * A hypervisor makes a tap and then adds it to the bridge, which fails (EBUSY) when the agent that noticed the tap was
 * faster. So the agent joins only those that were in a bridge before, or that nobody has joined for a while. Devices
 * that are no taps are made by the agent.
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
