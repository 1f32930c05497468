import assert from 'node:assert/strict'
import { eventually } from '@nimbo/testing/eventually'
import type { Client } from '@nimbo/testkit/client'
import type { Moment } from '@nimbo/testkit/crash-plan'
import type { FaultCloud } from './fault-cloud.ts'
import type { Kind } from './volume-things.ts'

export const patience = { withinMs: 120_000, everyMs: 100 }
/**
 * How long it may be until the process dies. Before and in a place that is soon; after it, all content has moved: a GiB that is read,
 * sent, hashed and written costs 15 s of processor time, and four times that where eight others want the processor.
 */
export const reachedWithinMs: Readonly<Record<Moment, number>> = {
  ...{ before: 30_000, in: 30_000 },
  after: patience.withinMs,
}
/** As much as the image holds that volumes are made of. */
export const contentBytes = 4096

/** The beginning of what lies on one of the back ends under the name of the volume; on one alone. */
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

/** Of those that others are made of, the latter first. */
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

/** Where work on volumes leaves files, and where it makes what is needed on the way. */
const keptIn = /^(volumes|volumes-spare|backups?|ceph|conversion|tmp)\/./

/** Of no volume, snapshot or backup is there a file, or a place in a quota. */
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
