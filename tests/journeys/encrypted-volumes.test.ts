import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import type { Client } from '@nimbo/testkit/client'
import { eventually } from '@nimbo/testing/eventually'
import { inEachShape } from '@nimbo/testkit/in-each-shape'
import { makeFlavor } from '@nimbo/testkit/make-flavor'
import { makeImage } from '@nimbo/testkit/make-image'
import { bootServer, serverInStatus } from '@nimbo/testkit/servers'

/** Long, because a gibibyte is encrypted, on a busy machine. */
const patience = { withinMs: 120_000, everyMs: 200 }

const encryption = {
  ...{ provider: 'luks', control_location: 'front-end', cipher: 'aes-xts-plain64', key_size: 256 },
}

inEachShape('a volume of an encrypted type', { distributedByName: true }, (cloud) => {
  let [ada, admin]: [Client | undefined, Client | undefined] = [undefined, undefined]
  let volumeId = ''
  const members = () => {
    assert.ok(ada && admin)
    return { ada, admin }
  }
  before(async () => {
    admin = cloud().admin
    ada = await cloud().person('ada')
    const type = await admin.volume.post('/v3/types', { volume_type: { name: 'locked' } })
    const path = `/v3/types/${type.body.volume_type.id}/encryption`
    assert.equal((await admin.volume.post(path, { encryption })).status, 200)
  })

  const show = async (id: string) => (await members().ada.volume.get(`/v3/volumes/${id}`)).body.volume
  const plainType = async (): Promise<string> =>
    (await members().admin.volume.get('/v3/types/default')).body.volume_type.id
  const encryptionOf = async (id: string) =>
    (await members().ada.volume.get(`/v3/volumes/${id}/encryption`)).body
  const make = async (more: object): Promise<string> => {
    const made = await members().ada.volume.post('/v3/volumes', { volume: { size: 1, ...more } })
    assert.equal(made.status, 202, JSON.stringify(made.body))
    assert.equal(made.body.volume.encrypted, true)
    const { id } = made.body.volume
    await eventually(async () => assert.equal((await show(id)).status, 'available'))
    return id
  }

  it('has a key in the key manager, which the owner of the volume cannot read', async () => {
    volumeId = await make({ volume_type: 'locked' })
    const { encryption_key_id: key, ...how } = await encryptionOf(volumeId)
    assert.deepEqual(how, encryption)
    assert.equal(typeof key, 'string')
    const { ada, admin } = members()
    assert.equal((await ada['key-manager'].get(`/v1/secrets/${key}/payload`)).status, 403)
    const kept = await admin['key-manager'].get(`/v1/secrets/${key}`)
    assert.deepEqual([kept.body.bit_length, kept.body.secret_type], [256, 'symmetric'])
  })

  it('is attached as encrypted, and cannot be retyped while it is attached', async () => {
    const { ada, admin } = members()
    const [flavorRef, imageRef] = await Promise.all([makeFlavor(admin), makeImage(ada)])
    const server = await bootServer(ada, { imageRef, flavorRef, networks: 'none' })
    await serverInStatus(ada, server, 'ACTIVE')
    await ada.compute.post(`/servers/${server}/os-volume_attachments`, { volumeAttachment: { volumeId } })
    await eventually(async () => assert.equal((await show(volumeId)).status, 'in-use'))
    const [attachment] = (await admin.volume.get(`/v3/attachments?volume_id=${volumeId}&all_tenants=1`)).body
      .attachments
    const { connection_info } = (await admin.volume.get(`/v3/attachments/${attachment.id}`)).body.attachment
    assert.equal(connection_info.encrypted, true)
    const retype = (new_type: string) =>
      ada.volume.post(`/v3/volumes/${volumeId}/action`, {
        'os-retype': { new_type, migration_policy: 'on-demand' },
      })
    const refused = await retype(await plainType())
    assert.equal(refused.status, 400)
    assert.match(
      refused.body.badRequest.message,
      /^Invalid volume: Swap volume is not supported for encrypted/,
    )
    await ada.compute.delete(`/servers/${server}`)
    await eventually(async () => assert.equal((await show(volumeId)).status, 'available'))
  })

  it('is copied with a new key, and cannot be copied to a type without encryption', async () => {
    const copy = await make({ source_volid: volumeId })
    const keys = [
      (await encryptionOf(volumeId)).encryption_key_id,
      (await encryptionOf(copy)).encryption_key_id,
    ]
    assert.equal(new Set(keys).size, 2)
    const { ada } = members()
    const refused = await ada.volume.post('/v3/volumes', {
      volume: { size: 1, source_volid: copy, volume_type: await plainType() },
    })
    assert.equal(refused.status, 400)
    await ada.volume.delete(`/v3/volumes/${copy}`)
    await eventually(async () => assert.equal((await ada.volume.get(`/v3/volumes/${copy}`)).status, 404))
  })

  it('loses its key when retyped to a type without encryption, and gets a new one when retyped back', async () => {
    const { ada, admin } = members()
    const { encryption_key_id: first } = await encryptionOf(volumeId)
    const retype = (new_type: string) =>
      ada.volume.post(`/v3/volumes/${volumeId}/action`, {
        'os-retype': { new_type, migration_policy: 'on-demand' },
      })
    const become = (encrypted: boolean) =>
      eventually(async () => {
        const volume = await show(volumeId)
        assert.deepEqual([volume.status, volume.encrypted], ['available', encrypted])
      }, patience)
    const name = 'locked for many'
    const extra_specs = { multiattach: '<is> True' }
    const many = await admin.volume.post('/v3/types', { volume_type: { name, extra_specs } })
    const path = `/v3/types/${many.body.volume_type.id}/encryption`
    assert.equal((await admin.volume.post(path, { encryption })).status, 200)
    const refused = await retype(name)
    assert.equal(refused.status, 400)
    assert.match(refused.body.badRequest.message, /both encryption and multi-attach, which is not supported/)

    assert.equal((await retype(await plainType())).status, 202)
    await become(false)
    assert.equal((await encryptionOf(volumeId)).encryption_key_id, null)
    await eventually(async () =>
      assert.equal((await admin['key-manager'].get(`/v1/secrets/${first}`)).status, 404),
    )
    assert.equal((await retype('locked')).status, 202)
    await become(true)
    assert.notEqual((await encryptionOf(volumeId)).encryption_key_id, first)
  })

  it('is deleted together with its key', async () => {
    const { ada, admin } = members()
    const { encryption_key_id: key } = await encryptionOf(volumeId)
    assert.equal((await ada.volume.delete(`/v3/volumes/${volumeId}`)).status, 202)
    await eventually(async () => assert.equal((await ada.volume.get(`/v3/volumes/${volumeId}`)).status, 404))
    assert.equal((await admin['key-manager'].get(`/v1/secrets/${key}`)).status, 404)
  })
})
