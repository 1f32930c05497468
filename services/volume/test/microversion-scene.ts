import assert from 'node:assert/strict'
import type { Reply, VolumeCloud } from './volume-cloud.ts'
import { addServerImage, image } from './volume-cloud.ts'

/** One resource of each kind, which an administrator requests in every version. */
export interface MicroversionScene {
  ask(method: string, path: string, version: string, body?: unknown): Promise<Reply>
  /** Like `ask`, as a user with project roles only. */
  askAsUser(path: string, version: string): Promise<Reply>
  /** A volume created from an image. */
  readonly volume: string
  readonly snapshot: string
  /** The image of a server whose root disk is a volume, of which `snapshot` was taken. */
  readonly serverImage: string
  readonly backup: string
  readonly group: string
  readonly groupSnapshot: string
  readonly attachment: string
  readonly transfer: string
  /** Creates an empty volume and resets its status. */
  made(status?: string): Promise<string>
  /** Creates a volume that is marked as encrypted. */
  locked(): Promise<string>
}

const newest = '3.71'

export const microversionScene = async (cloud: VolumeCloud): Promise<MicroversionScene> => {
  const ask = async (method: string, path: string, version: string, body?: unknown): Promise<Reply> => {
    const reply = await cloud.send(method, path, body, { as: 'admin:admin', version })
    await cloud.settled()
    return reply
  }
  const unlimited = { volumes: -1, gigabytes: -1, snapshots: -1, backups: -1, backup_gigabytes: -1 }
  await ask('PUT', '/v3/os-quota-sets/admin', newest, { quota_set: unlimited })
  const create = async (path: string, key: string, wanted: object, version = newest): Promise<string> => {
    const { status, body } = await ask('POST', `/v3/${path}`, version, { [key]: wanted })
    assert.ok(status < 300, `${path}: ${JSON.stringify(body)}`)
    return body[key].id
  }
  const made = async (status = 'available'): Promise<string> => {
    const id = await create('volumes', 'volume', { size: 1, name: 'made' })
    await ask('POST', `/v3/volumes/${id}/action`, newest, { 'os-reset_status': { status } })
    return id
  }
  const volume = await create('volumes', 'volume', {
    ...{ size: 1, name: 'first', imageRef: image.id, metadata: { a: 'b' } },
  })
  const group_type = await create('group_types', 'group_type', {
    ...{ name: 'plain', group_specs: { consistent_group_snapshot_enabled: '<is> True' } },
  })
  const volume_types = ['__DEFAULT__']
  const group = await create('groups', 'group', { name: 'one', group_type, volume_types })
  await ask('PUT', `/v3/groups/${group}`, newest, { group: { add_volumes: await made() } })
  // A volume type that fits no back end, so that a user message is created.
  const nowhere = await create('types', 'volume_type', {
    ...{ name: 'nowhere', extra_specs: { volume_backend_name: 'none' } },
  })
  for (let count = 0; count < 2; count += 1)
    await create('volumes', 'volume', { size: 1, name: 'nowhere', volume_type: nowhere })
  const snapshot = await create('snapshots', 'snapshot', {
    ...{ volume_id: volume, name: 's', metadata: { a: 'b' } },
  })
  const serverImage = addServerImage(cloud, snapshot)
  return {
    ...{ ask, made, volume, group, snapshot, serverImage },
    askAsUser: (path, version) => cloud.send('GET', path, undefined, { as: 'ann:apples', version }),
    locked: async () => {
      const id = await made()
      const db = await cloud.database()
      await db.updateTable('volumes').set({ encryption_key_id: image.id }).where('id', '=', id).execute()
      return id
    },
    backup: await create('backups', 'backup', { volume_id: volume, name: 'b' }),
    groupSnapshot: await create('group_snapshots', 'group_snapshot', { group_id: group, name: 'gs' }),
    attachment: await create('attachments', 'attachment', {
      ...{ volume_uuid: await made(), instance_uuid: '33333333-3333-4333-8333-333333333333' },
    }),
    transfer: await create('volume-transfers', 'transfer', { volume_id: await made(), name: 't' }),
  }
}
