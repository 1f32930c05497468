import assert from 'node:assert/strict'
import type { Facts } from '@nimbo/http/route'
import type { Client } from '@nimbo/testkit/client'
import { eventually } from '@nimbo/testing/eventually'
import { makeVolume } from '@nimbo/testkit/make-volume'
import type { Samples } from './sampled.ts'

/** The id of the user message about a volume for which no back end is valid. */
const failureOf = async (owner: Client, admin: Client): Promise<string> => {
  const volume_type = { name: 'nowhere', extra_specs: { volume_backend_name: 'none' } }
  await admin.volume.post(`/v3/${admin.projectId}/types`, { volume_type })
  await owner.volume.post(`/v3/${owner.projectId}/volumes`, { volume: { size: 1, volume_type: 'nowhere' } })
  const newest = { 'openstack-api-version': 'volume latest' }
  return eventually(async () => {
    const { body } = await owner.volume.get(`/v3/${owner.projectId}/messages`, newest)
    assert.equal(body.messages.length, 1)
    return body.messages[0].id
  })
}

/** Makes one of every kind of resource of the volume service in a project. */
export const makeVolumeSamples = async (owner: Client, admin: Client): Promise<Samples> => {
  const own: Facts = { project_id: owner.projectId, user_id: owner.userId }
  const newest = { 'openstack-api-version': 'volume latest' }
  const make = async (
    who: Client,
    collection: string,
    body: object,
    statuses = [200, 202],
    headers: Record<string, string> = {},
  ) => {
    const reply = await who.volume.post(`/v3/${who.projectId}/${collection}`, body, headers)
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
  const { transfer } = await make(owner, 'os-volume-transfer', {
    transfer: { volume_id: await makeVolume(owner) },
  })
  const { group_type } = await make(admin, 'group_types', { group_type: { name: 'plain' } }, [202], newest)
  const { group } = await make(
    owner,
    'groups',
    { group: { group_type: 'plain', volume_types: ['__DEFAULT__'] } },
    [202],
    newest,
  )
  await eventually(async () => {
    const path = `/v3/${owner.projectId}/groups/${group.id}`
    assert.equal((await owner.volume.get(path, newest)).body.group.status, 'available')
  })
  const member = await owner.volume.put(
    `/v3/${owner.projectId}/groups/${group.id}`,
    { group: { add_volumes: await makeVolume(owner) } },
    newest,
  )
  assert.equal(member.status, 202, JSON.stringify(member.body))
  const { group_snapshot } = await make(
    owner,
    'group_snapshots',
    { group_snapshot: { group_id: group.id } },
    [202],
    newest,
  )
  const types = await owner.volume.get(`/v3/${owner.projectId}/types`)
  return {
    params: {
      volume_id,
      snapshot_id: snapshot.id,
      attachment_id: attachment.id,
      volume_type_id: types.body.volume_types[0].id,
      qos_id: qos_specs.id,
      backup_id: backup.id,
      transfer_id: transfer.id,
      group_type_id: group_type.id,
      'volume.group_id': group.id,
      consistencygroup_id: group.id,
      group_snapshot_id: group_snapshot.id,
      cgsnapshot_id: group_snapshot.id,
      message_id: await failureOf(owner, admin),
    },
    facts: {
      volume_group: own,
      group_snapshot: own,
      volume: own,
      snapshot: own,
      attachment: own,
      backup: own,
      transfer: own,
      message: own,
    },
    hidden: [],
  }
}
