import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import type { Json } from '@nimbo/kernel/json'
import { read } from '@nimbo/qmp/reading'
import type { GuestPaths } from './guest-paths.ts'
import type { Slots } from './pci-slots.ts'

/** The data about a guest that are kept across restarts. */
export interface GuestRecord {
  /** The PCI slot of each device: saved memory can only be loaded into an identical machine. */
  readonly slots: Slots
  /** The host port forwarded to the guest's port 22. */
  readonly sshPort?: number
}

const parse = (text: string): GuestRecord => {
  const known: Json = JSON.parse(text)
  const { slots, sshPort } = read.object(known, 'the record of a guest')
  const places = Object.entries(read.object(slots, 'slots')).map(
    ([device, slot]) => [device, read.number(slot, device)] as const,
  )
  return {
    slots: Object.fromEntries(places),
    ...(sshPort === undefined ? {} : { sshPort: read.number(sshPort, 'sshPort') }),
  }
}

/** Reads a guest's record; undefined when the guest does not exist. */
export const readRecord = async ({ record }: GuestPaths): Promise<GuestRecord | undefined> => {
  try {
    return parse(await readFile(record, 'utf8'))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

/** Writes a guest's record atomically: readers see a complete record even when this process is killed here. */
export const writeRecord = async ({ record }: GuestPaths, kept: GuestRecord): Promise<void> => {
  await writeFile(`${record}.part`, `${JSON.stringify(kept)}\n`, { mode: 0o600 })
  await rename(`${record}.part`, record)
}

export const removeRecord = ({ record }: GuestPaths): Promise<void> => rm(record, { force: true })
