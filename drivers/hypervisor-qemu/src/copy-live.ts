import { type AtThatMoment, atAnyMoment } from '@nimbo/compute/driver/copies-disks'
import type { Clock } from '@nimbo/kernel/clock'
import { pause } from '@nimbo/kernel/deadline'
import type { JsonObject } from '@nimbo/kernel/json'
import { errors as known } from '@nimbo/local-guests/errors'
import type { QmpConnection } from '@nimbo/qmp/connection'
import { isQmpError } from '@nimbo/qmp/errors'
import { read } from '@nimbo/qmp/reading'

/** For how long a copy may make no progress, in milliseconds; in all it takes as long as the disk is large. */
const stillMs = 1_800_000
const lookEveryMs = 500
const job = 'copy'

/** A copy of a disk of a running guest. */
export interface LiveCopy {
  /** The block node of the guest's disk. */
  readonly node: string
  /** The path of the copy. */
  readonly target: string
  readonly format: 'raw' | 'qcow2'
  /** Whether the file exists already, with the size of the disk. */
  readonly ontoExisting: boolean
  /** Wraps the start of the copy. */
  readonly atThatMoment?: AtThatMoment
}

const jobOf = async (qmp: QmpConnection): Promise<JsonObject | undefined> =>
  read
    .list(await qmp.execute('query-jobs'), 'jobs')
    .map((one) => read.object(one, 'a job'))
    .find(({ id }) => id === job)

/** Waits for the job to conclude, and dismisses it. */
const concluded = async (qmp: QmpConnection, clock: Clock): Promise<JsonObject | undefined> => {
  let [done, end] = [0, clock.now() + stillMs]
  for (; clock.now() < end; await pause(clock, lookEveryMs)) {
    const found = await jobOf(qmp)
    if (found === undefined) return undefined
    const progress = read.number(found['current-progress'], 'current-progress')
    if (progress !== done) [done, end] = [progress, clock.now() + stillMs]
    if (found.status !== 'concluded') continue
    await qmp.execute('job-dismiss', { id: job })
    return found
  }
  return { error: 'it makes no progress' }
}

/** Ends a copy that was left by an earlier attempt. */
export const endCopy = async (qmp: QmpConnection, clock: Clock): Promise<void> => {
  const found = await jobOf(qmp)
  if (found === undefined) return
  try {
    if (found.status !== 'concluded') await qmp.execute('job-cancel', { id: job })
  } catch (error) {
    // The job has concluded meanwhile.
    if (!isQmpError(error)) throw error
  }
  await concluded(qmp, clock)
}

/** Copies a disk as of the start of the copy: QEMU copies old data before the guest overwrites it. */
export const copyLive = async (
  qmp: QmpConnection,
  clock: Clock,
  { node: device, target, format, ontoExisting, atThatMoment = atAnyMoment }: LiveCopy,
): Promise<void> => {
  await endCopy(qmp, clock)
  const mode = ontoExisting ? 'existing' : 'absolute-paths'
  const wanted = { 'job-id': job, device, target, format, mode, sync: 'full', 'auto-dismiss': false }
  try {
    await atThatMoment(async () => void (await qmp.execute('drive-backup', wanted)))
    const { error } = (await concluded(qmp, clock)) ?? { error: 'QEMU gave it up' }
    if (error !== undefined) throw known.DiskCopyFailed({ disk: device, reason: String(error) })
  } finally {
    await endCopy(qmp, clock)
  }
}
