import assert from 'node:assert/strict'
import type { Facts } from '@nimbo/http/route'
import type { Client } from '@nimbo/testkit/client'
import { makeVolume } from '@nimbo/testkit/make-volume'
import type { Samples } from './sampled.ts'

/** Makes one of every kind of resource of the volume service in a project. */
export const makeVolumeSamples = async (owner: Client, admin: Client): Promise<Samples> => {
  const own: Facts = { project_id: owner.projectId, user_id: owner.userId }
  const make = async (who: Client, collection: string, body: object, statuses = [200, 202]) => {
    const reply = await who.volume.post(`/v3/${who.projectId}/${collection}`, body)
    assert.ok(statuses.includes(reply.status), JSON.stringify(reply.body))
    return reply.body
  }
  const volume_id = await makeVolume(owner)
  const spare = await makeVolume(owner)
  const { snapshot } = await make(owner, 'snapshots', { snapshot: { volume_id } })
  const { attachment } = await make(owner, 'attachments', {
    attachment: { volume_uuid: volume_id, instance_uuid: crypto.randomUUID() },
  })
  const { backup } = await make(owner, 'backups', { backup: { volume_id: spare } })
  const { qos_specs } = await make(admin, 'qos-specs', { qos_specs: { name: 'gold' } })
  const types = await owner.volume.get(`/v3/${owner.projectId}/types`)
  return {
    params: {
      volume_id,
      snapshot_id: snapshot.id,
      attachment_id: attachment.id,
      volume_type_id: types.body.volume_types[0].id,
      qos_id: qos_specs.id,
      backup_id: backup.id,
    },
    facts: { volume: own, snapshot: own, attachment: own, backup: own },
    hidden: [],
  }
}
