import { errors } from './errors.ts'

/** The place of each device on the bus, by the device's id. */
export type Slots = Readonly<Record<string, number>>

/** On QEMU's `pc` the bridge has place 0, and what a PC always has place 1. */
const firstSlot = 2
const lastSlot = 31

/** Gives each device a place: the one it had, or the first that is free. Devices that are no more give theirs back. */
export const slotsFor = (devices: readonly string[], before: Slots): Slots => {
  const kept = new Map(devices.flatMap((id) => (before[id] === undefined ? [] : [[id, before[id]] as const])))
  const taken = new Set(kept.values())
  let next = firstSlot
  for (const id of devices) {
    if (kept.has(id)) continue
    while (taken.has(next)) next += 1
    if (next > lastSlot)
      throw errors.NotByThisDriver({ what: `A machine of more than ${devices.length - 1} devices` })
    taken.add(next)
    kept.set(id, next)
  }
  return Object.fromEntries(kept)
}
