import { createHash } from 'node:crypto'
import type { Clock } from '@nimbo/kernel/clock'
import { DeadlineExceeded, pause } from '@nimbo/kernel/deadline'
import type { QmpConnection } from '@nimbo/qmp/connection'
import { isQmpError } from '@nimbo/qmp/errors'
import { read } from '@nimbo/qmp/reading'

const lookEveryMs = 10
const removedWithinMs = 30_000

/** QEMU limits the names of block nodes to 31 characters. */
const nameLength = 30

/** The name of a volume's block node and export in QEMU. */
export const nodeOf = (volumeId: string): string =>
  `vol-${createHash('sha256').update(volumeId).digest('hex')}`.slice(0, nameLength)

export const isOfVolume = (node: string): boolean => node.startsWith('vol-')

const named = async (
  qmp: QmpConnection,
  command: string,
  args: { readonly flat: true } | undefined,
  field: string,
): Promise<ReadonlySet<string>> => {
  const listed = read.list(await qmp.execute(command, args), command)
  return new Set(listed.map((one) => read.text(read.object(one, command)[field], field)))
}

/** The names of the exports of a daemon. */
export const exportsOf = (qmp: QmpConnection): Promise<ReadonlySet<string>> =>
  named(qmp, 'query-block-exports', undefined, 'id')

export const nodesOf = (qmp: QmpConnection): Promise<ReadonlySet<string>> =>
  named(qmp, 'query-named-block-nodes', { flat: true }, 'node-name')

/** Opens a file as a block node. QEMU uses the host's page cache: clients flush what must be durable. */
export const addFile = async (qmp: QmpConnection, node: string, filename: string): Promise<void> => {
  await qmp.execute('blockdev-add', { driver: 'file', 'node-name': node, filename, discard: 'unmap' })
}

/** Closes a file. Idempotent. */
export const dropFile = async (qmp: QmpConnection, node: string): Promise<void> => {
  if ((await nodesOf(qmp)).has(node)) await qmp.execute('blockdev-del', { 'node-name': node })
}

/** Exports a volume's file under the volume's id. Idempotent. */
export const addExport = async (qmp: QmpConnection, volumeId: string, path: string): Promise<void> => {
  const id = nodeOf(volumeId)
  if ((await exportsOf(qmp)).has(id)) return
  if (!(await nodesOf(qmp)).has(id)) await addFile(qmp, id, path)
  await qmp.execute('block-export-add', { type: 'nbd', id, 'node-name': id, name: volumeId, writable: true })
}

/** Ends an export, and disconnects its clients; its file stays open. Idempotent. */
export const dropExport = async (qmp: QmpConnection, clock: Clock, id: string): Promise<void> => {
  const end = clock.now() + removedWithinMs
  for (let asked = false; (await exportsOf(qmp)).has(id); asked = true) {
    if (!asked) await qmp.execute('block-export-del', { id, mode: 'hard' }).catch(unlessRefused)
    if (clock.now() > end) throw new DeadlineExceeded('ending an export', removedWithinMs)
    await pause(clock, lookEveryMs)
  }
}

/** Ignores QEMU's error for an operation that may have been done already. */
export const unlessRefused = (error: unknown): void => {
  if (!isQmpError(error)) throw error
}
