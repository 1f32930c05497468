import assert from 'node:assert/strict'
import { eventually } from '@nimbo/testing/eventually'
import type { Client } from '@nimbo/testkit/client'
import type { Moment } from '@nimbo/testkit/crash-plan'
import type { FaultCloud } from './fault-cloud.ts'
import type { Kind } from './volume-things.ts'

export const patience = { withinMs: 120_000, everyMs: 100 }
/**
 * How long it may take until the process dies. A kill before or in a span comes soon. One after it waits until all content was copied:
 * to read, send, hash and write a GiB takes 15 s of processor time, and four times as long on a machine with eight busy processes.
 */
export const reachedWithinMs: Readonly<Record<Moment, number>> = {
  ...{ before: 30_000, in: 30_000 },
  after: patience.withinMs,
}
/** The size of the image from which volumes are made. */
export const contentBytes = 4096

/** The first bytes of the volume as stored; fails unless exactly one back end has a volume of that name. */
export const contentOf = async (
  cloud: FaultCloud,
  volumeId: string,
  bytes = contentBytes,
): Promise<Uint8Array> =>
  eventually(async () => {
    const files = (await cloud.files()).filter((path) => path.endsWith(`/volume-${volumeId}`))
    assert.equal(files.length, 1, files.join(' '))
    return cloud.read(files[0] ?? '', bytes)
  }, patience)

type Listed = readonly { readonly id: string }[]

/** Order of removal: snapshots and backups before what they were made of. */
const order = ['group_snapshot', 'backup', 'snapshot', 'group', 'volume'] as const

const removed = ({ volume }: Client, kind: Kind, id: string) =>
  kind === 'group'
    ? volume.post(`/v3/groups/${id}/action`, { delete: { 'delete-volumes': true } })
    : volume.delete(`/v3/${kind}s/${id}`)

export const removeAll = async (admin: Client): Promise<void> => {
  for (const kind of order) {
    const all = async (): Promise<Listed> => (await admin.volume.get(`/v3/${kind}s`)).body[`${kind}s`]
    const found = await all()
    for (const { id } of found) assert.equal((await removed(admin, kind, id)).status, 202)
    if (found.length > 0) await eventually(async () => assert.deepEqual(await all(), []), patience)
  }
}

/** The directories of volumes and backups, and those for temporary files of work on them. */
const keptIn = /^(volumes|volumes-spare|backups?|ceph|conversion|tmp)\/./

/** Waits until no file of a volume, snapshot or backup is left, and fails if any still counts against a quota. */
export const nothingKept = async (cloud: FaultCloud): Promise<void> => {
  const { volume, projectId } = cloud.admin
  await eventually(async () => {
    const kept = (await cloud.files()).filter((path) => keptIn.test(path))
    assert.deepEqual(kept, [])
  }, patience)
  const { body } = await volume.get(`/v3/os-quota-sets/${projectId}?usage=true`)
  const used = Object.entries<{ readonly in_use?: number; readonly reserved?: number }>(body.quota_set)
    .filter(([, { in_use = 0, reserved = 0 }]) => in_use + reserved > 0)
    .map(([resource]) => resource)
  assert.deepEqual(used, [])
}
