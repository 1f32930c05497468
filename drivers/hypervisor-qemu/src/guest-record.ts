import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import type { Json } from '@nimbo/kernel/json'
import { read } from '@nimbo/qmp/reading'
import type { GuestPaths } from './guest-paths.ts'
import type { Slots } from './pci-slots.ts'

/** What is kept of a guest from one start to the next. */
export interface GuestRecord {
  /** Which place on the bus each device has: memory that was saved fits a machine of the same build alone. */
  readonly slots: Slots
  /** The port of this host that leads to the guest's 22. */
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

/** Undefined when this driver has no such guest. */
export const readRecord = async ({ record }: GuestPaths): Promise<GuestRecord | undefined> => {
  try {
    return parse(await readFile(record, 'utf8'))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

/** Whoever reads sees a whole record or the one before, even when this process is killed here. */
export const writeRecord = async ({ record }: GuestPaths, kept: GuestRecord): Promise<void> => {
  await writeFile(`${record}.part`, `${JSON.stringify(kept)}\n`, { mode: 0o600 })
  await rename(`${record}.part`, record)
}

export const removeRecord = ({ record }: GuestPaths): Promise<void> => rm(record, { force: true })
