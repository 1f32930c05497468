import { errors } from './errors.ts'

/** The PCI slot of each device, by device id. */
export type Slots = Readonly<Record<string, number>>

/** On QEMU's `pc` machine, slot 0 is the host bridge, and slot 1 holds the chipset's devices. */
const firstSlot = 2
const lastSlot = 31

/** Assigns each device its previous slot, or the first free one. Slots of removed devices become free. */
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
