import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '@nimbo/testing/eventually'
import { startTestCloud } from '@nimbo/testkit/start-test-cloud'

/** Long, because gibibytes are encrypted and backed up, on a busy machine. */
const patience = { withinMs: 120_000, everyMs: 100 }

/** A volume took over the key of the backup that was restored to it, and the key that its snapshots need was deleted. */
test('an encrypted volume with a snapshot is given the content of its own backup, but not one with another key', async () => {
  await using cloud = await startTestCloud()
  const { volume } = cloud.admin
  const asked = async (path: string, body: object) => {
    const reply = await volume.post(path, body)
    assert.ok(reply.status < 300, JSON.stringify(reply.body))
    return reply.body
  }
  const available = (kind: string, id: string) =>
    eventually(async () => {
      assert.equal((await volume.get(`/v3/${kind}s/${id}`)).body[kind].status, 'available')
    }, patience)
  const make = async (kind: string, body: object): Promise<string> => {
    const { id } = (await asked(`/v3/${kind}s`, { [kind]: body }))[kind]
    await available(kind, id)
    return id
  }
  const keyOf = async (id: string) =>
    (await volume.get(`/v3/volumes/${id}/encryption`)).body.encryption_key_id
  const type = (await asked('/v3/types', { volume_type: { name: 'locked' } })).volume_type.id
  const encryption = { provider: 'luks', control_location: 'front-end', key_size: 256 }
  await asked(`/v3/types/${type}/encryption`, { encryption })
  const [one, other] = [
    await make('volume', { size: 1, volume_type: type }),
    await make('volume', { size: 1, volume_type: type }),
  ]
  await make('snapshot', { volume_id: one })
  const [own, strange] = [
    await make('backup', { volume_id: one }),
    await make('backup', { volume_id: other }),
  ]
  const key = await keyOf(one)
  const restore = (backup: string, volume_id: string) =>
    volume.post(`/v3/backups/${backup}/restore`, { restore: { volume_id } })

  const refused = await restore(strange, one)
  assert.equal(refused.status, 400)
  assert.match(refused.body.badRequest.message, /has snapshots/)
  assert.equal((await restore(own, one)).status, 202)
  await available('volume', one)
  assert.equal(await keyOf(one), key)
})
