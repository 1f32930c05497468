import type { Clock } from '@nimbo/kernel/clock'
import { pause } from '@nimbo/kernel/deadline'
import type { JsonObject } from '@nimbo/kernel/json'
import type { QmpConnection } from '@nimbo/qmp/connection'
import { read } from '@nimbo/qmp/reading'
import { addFile, dropFile, nodeOf, nodesOf, unlessRefused } from './exported-nodes.ts'

const lookEveryMs = 100
const prefix = 'copy-'

const jobsOf = async (qmp: QmpConnection): Promise<readonly JsonObject[]> =>
  read.list(await qmp.execute('query-jobs'), 'jobs').map((one) => read.object(one, 'a job'))

/** Waits until a job has ended, and removes it; resolves to its error, if any. Ends a mirror when it has all content. */
const ended = async (qmp: QmpConnection, clock: Clock, id: string): Promise<string | undefined> => {
  for (let told = false; ; await pause(clock, lookEveryMs)) {
    const job = (await jobsOf(qmp)).find((one) => one.id === id)
    if (job === undefined) return 'the copy was given up'
    if (job.status === 'concluded') {
      await qmp.execute('job-dismiss', { id })
      return typeof job.error === 'string' ? job.error : undefined
    }
    if (job.status !== 'ready' || told) continue
    // The source stays in use, and the copy is left as it is at this moment.
    await qmp.execute('block-job-cancel', { device: id })
    told = true
  }
}

/** Aborts copies that an earlier process began. */
export const dropCopies = async (qmp: QmpConnection, clock: Clock): Promise<void> => {
  for (const { id, status } of await jobsOf(qmp)) {
    if (typeof id !== 'string') continue
    if (status !== 'concluded') await qmp.execute('job-cancel', { id }).catch(unlessRefused)
    await ended(qmp, clock, id)
  }
  for (const node of await nodesOf(qmp)) if (node.startsWith(prefix)) await dropFile(qmp, node)
}

/**
 * Copies an exported volume to an empty file of the same size, which stays sparse. The copy is the volume at the moment when the
 * copying ends: until then QEMU writes to both.
 */
export const copyExported = async (
  qmp: QmpConnection,
  clock: Clock,
  { volumeId, name, target }: { readonly volumeId: string; readonly name: string; readonly target: string },
): Promise<void> => {
  const job = `${prefix}${nodeOf(name)}`.slice(0, 30)
  await addFile(qmp, job, target)
  try {
    const copy = { 'job-id': job, device: nodeOf(volumeId), target: job, sync: 'full' }
    await qmp.execute('blockdev-mirror', { ...copy, 'copy-mode': 'write-blocking', 'auto-dismiss': false })
    const error = await ended(qmp, clock, job)
    if (error !== undefined) throw new Error(`volume ${volumeId} was not copied: ${error}`)
  } finally {
    await dropFile(qmp, job).catch(() => {})
  }
}
