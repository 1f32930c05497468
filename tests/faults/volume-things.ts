import assert from 'node:assert/strict'
import { eventually } from '@nimbo/testing/eventually'
import type { Loose } from '@nimbo/testing/loose'
import type { Client } from '@nimbo/testkit/client'

/** What Cinder keeps, as its paths call it. */
export type Kind = 'volume' | 'snapshot' | 'backup' | 'group' | 'group_snapshot'

const patience = { withinMs: 120_000, everyMs: 100 }

/** Waits until it is available, and returns it. */
export const free = (admin: Client, kind: Kind, id: string): Promise<Loose> =>
  eventually(async () => {
    const { status, body } = await admin.volume.get(`/v3/${kind}s/${id}`)
    assert.equal(status, 200)
    assert.equal(body[kind].status, 'available', `${kind} ${id}: ${JSON.stringify(body[kind])}`)
    return body[kind]
  }, patience)

/** Waits until it no longer exists. */
export const gone = (admin: Client, kind: Kind, id: string): Promise<void> =>
  eventually(async () => {
    const { status, body } = await admin.volume.get(`/v3/${kind}s/${id}`)
    assert.equal(status, 404, `${kind} ${id}: ${JSON.stringify(body)}`)
  }, patience)

/** All of a kind. */
export const listed = async ({ volume }: Client, kind: Kind): Promise<readonly Loose[]> => {
  const { status, body } = await volume.get(`/v3/${kind}s/detail`)
  assert.equal(status, 200)
  return body[`${kind}s`]
}

/** The id of the one with this name; undefined where there is none. */
export const named = async (admin: Client, kind: Kind, name: string): Promise<string | undefined> => {
  const [found, ...others] = (await listed(admin, kind)).filter((one) => one.name === name)
  assert.deepEqual(others, [], 'one request makes one thing')
  return found?.id
}

const made = async (admin: Client, kind: Kind, order: object): Promise<string> => {
  const { status, body } = await admin.volume.post(`/v3/${kind}s`, { [kind]: order })
  assert.equal(status, 202, JSON.stringify(body))
  await free(admin, kind, body[kind].id)
  return body[kind].id
}

export const volumeOf = (admin: Client, order: object): Promise<string> =>
  made(admin, 'volume', { size: 1, ...order })

export const snapshotOf = (admin: Client, volume_id: string): Promise<string> =>
  made(admin, 'snapshot', { volume_id })

export const backupOf = async (admin: Client, volume_id: string): Promise<string> => {
  const id = await made(admin, 'backup', { volume_id, name: 'kept' })
  await free(admin, 'volume', volume_id)
  return id
}

export const groupSnapshotOf = (admin: Client, group_id: string): Promise<string> =>
  made(admin, 'group_snapshot', { group_id })

/** The id of the default volume type. */
export const defaultType = async ({ volume }: Client): Promise<string> =>
  (await volume.get('/v3/types/default')).body.volume_type.id

/** The body of a request for a group of volumes of the default type. */
export const groupOrder = async (admin: Client, name?: string) => ({
  ...{ name, group_type: await consistentType(admin), volume_types: [await defaultType(admin)] },
})

/** Makes a group with the volume and a copy of it; returns its id. */
export const groupOf = async (admin: Client, volumeId: string): Promise<string> => {
  const copy = await volumeOf(admin, { source_volid: volumeId })
  const id = await made(admin, 'group', await groupOrder(admin))
  const joined = { group: { add_volumes: `${volumeId},${copy}` } }
  assert.equal((await admin.volume.put(`/v3/groups/${id}`, joined)).status, 202)
  await free(admin, 'group', id)
  return id
}

/** The id of a group type with consistent group snapshots. */
const consistentType = async ({ volume }: Client): Promise<string> => {
  const { body } = await volume.get('/v3/group_types')
  const there = body.group_types.find(({ name }: { readonly name: string }) => name === 'consistent')
  if (there !== undefined) return there.id
  const group_specs = { consistent_group_snapshot_enabled: '<is> True' }
  const order = { group_type: { name: 'consistent', group_specs } }
  return (await volume.post('/v3/group_types', order)).body.group_type.id
}
