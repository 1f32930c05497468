import assert from 'node:assert/strict'
import { it } from 'node:test'
import { eventually } from '@nimbo/testing/eventually'
import { inEachShape } from '@nimbo/testkit/in-each-shape'

const patience = { withinMs: 60_000, everyMs: 100 }

/** The key of a volume that is deleted by itself was deleted, but not that of one that is deleted with its group. */
inEachShape('encrypted volumes that are deleted with their group', { distributedByName: true }, (cloud) => {
  it('leave no key in the key manager', async () => {
    const { admin } = cloud()
    const { volume } = admin
    const asked = async (path: string, body: object) => {
      const reply = await volume.post(path, body)
      assert.ok(reply.status < 300, JSON.stringify(reply.body))
      return reply.body
    }
    const available = (kind: string, id: string) =>
      eventually(async () => {
        assert.equal((await volume.get(`/v3/${kind}s/${id}`)).body[kind].status, 'available')
      }, patience)
    const type = (await asked('/v3/types', { volume_type: { name: 'locked' } })).volume_type.id
    const encryption = { provider: 'luks', control_location: 'front-end', key_size: 256 }
    await asked(`/v3/types/${type}/encryption`, { encryption })
    await asked('/v3/group_types', { group_type: { name: 'plain' } })
    const order = { group_type: 'plain', volume_types: [type] }
    const group = (await asked('/v3/groups', { group: order })).group.id
    await available('group', group)
    const wanted = { size: 1, volume_type: type, group_id: group }
    const { id } = (await asked('/v3/volumes', { volume: wanted })).volume
    await available('volume', id)
    const { encryption_key_id: key } = (await volume.get(`/v3/volumes/${id}/encryption`)).body
    const kept = async () => (await admin['key-manager'].get(`/v1/secrets/${key}`)).status
    assert.equal(await kept(), 200)

    await asked(`/v3/groups/${group}/action`, { delete: { 'delete-volumes': true } })
    await eventually(
      async () => assert.equal((await volume.get(`/v3/groups/${group}`)).status, 404),
      patience,
    )
    assert.equal(await kept(), 404)
  })
})
