import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { fakeHypervisor } from '@nimbo/hypervisor-fake/fake-hypervisor'
import type { Client } from '@nimbo/testkit/client'
import { makeFlavor } from '@nimbo/testkit/make-flavor'
import { makeImage } from '@nimbo/testkit/make-image'
import { makeVolume, showVolume, volumeInStatus } from '@nimbo/testkit/make-volume'
import { act, bootServer, serverGone, serverInStatus } from '@nimbo/testkit/servers'
import { startTestCloud, type TestCloud } from '@nimbo/testkit/start-test-cloud'
import { withHypervisor } from '@nimbo/testkit/with-hypervisor'

describe('volumes of a server', () => {
  const hypervisor = fakeHypervisor()
  let cloud: TestCloud
  let ada: Client
  let order: { readonly imageRef: string; readonly flavorRef: string }
  let id: string

  before(async () => {
    cloud = await startTestCloud({ drivers: withHypervisor(hypervisor) })
    ada = await cloud.person('ada')
    const [flavorRef, imageRef] = await Promise.all([makeFlavor(cloud.admin), makeImage(ada)])
    order = { imageRef, flavorRef }
    id = await bootServer(ada, order)
    await serverInStatus(ada, id, 'ACTIVE')
  })
  after(() => cloud[Symbol.asyncDispose]())

  const at = (volumeId = '') => `/servers/${id}/os-volume_attachments${volumeId && `/${volumeId}`}`
  const attach = (volumeId: string, parts: object = {}, person = ada) =>
    person.compute.post(at(), { volumeAttachment: { volumeId, ...parts } })
  const detach = (volumeId: string) => ada.compute.delete(at(volumeId))
  const attached = async () => {
    const { body } = await ada.compute.get(at())
    return body.volumeAttachments.map((one: { volumeId: string }) => one.volumeId)
  }
  const statusOf = async (volumeId: string) => {
    await cloud.settled()
    return (await showVolume(ada, volumeId)).status
  }
  const messageOf = ({ status, body }: Awaited<ReturnType<typeof attach>>) => {
    const [envelope] = Object.values(body) as { message: string }[]
    return [status, envelope?.message]
  }
  const lastAction = async () => {
    const { body } = await ada.compute.get(`/servers/${id}/os-instance-actions`)
    const { action, message } = body.instanceActions[0]
    return [action, message]
  }

  it('are attached and detached', async () => {
    const volumeId = await makeVolume(ada)
    assert.equal((await attach(volumeId, { tag: 'data', delete_on_termination: true })).status, 202)
    assert.equal(await statusOf(volumeId), 'in-use')
    const { body } = await ada.compute.get(at(volumeId))
    const { attachment_id, bdm_uuid, ...shown } = body.volumeAttachment
    assert.deepEqual(shown, {
      ...{ serverId: id, volumeId, device: '/dev/vdb' },
      ...{ tag: 'data', delete_on_termination: true },
    })
    assert.equal((await showVolume(ada, volumeId)).attachments[0]?.server_id, id)
    assert.deepEqual(await lastAction(), ['attach_volume', null])

    assert.equal((await detach(volumeId)).status, 202)
    assert.equal(await statusOf(volumeId), 'available')
    assert.deepEqual(await attached(), [])
    assert.deepEqual(await lastAction(), ['detach_volume', null])
  })

  it('are shown with their device in the reply of versions that attach synchronously', async () => {
    const volumeId = await makeVolume(ada)
    const { status, body } = await ada.compute.post(
      at(),
      { volumeAttachment: { volumeId, device: '/dev/vdq' } },
      { 'openstack-api-version': 'compute 2.1' },
    )
    assert.equal(status, 200)
    assert.deepEqual(body.volumeAttachment, { id: volumeId, serverId: id, volumeId, device: '/dev/vdq' })
    await cloud.settled()
    await detach(volumeId)
    assert.equal(await statusOf(volumeId), 'available')
  })

  it('cannot be attached or detached by an invalid request, and the reply says why', async () => {
    const [volumeId, other] = [await makeVolume(ada), await makeVolume(ada)]
    const nobody = '99999999-1111-4111-8111-111111111111'
    assert.deepEqual(messageOf(await attach(nobody)), [404, `Volume ${nobody} could not be found.`])
    assert.deepEqual(messageOf(await detach(volumeId)), [
      404,
      `Instance ${id} is not attached to volume ${volumeId}`,
    ])
    await attach(volumeId)
    await cloud.settled()
    assert.deepEqual(messageOf(await attach(volumeId)), [
      400,
      `Invalid volume: volume ${volumeId} already attached`,
    ])
    assert.deepEqual(messageOf(await attach(other, { device: '/dev/vdb' })), [
      409,
      'The supplied device path (/dev/vdb) is in use.',
    ])
    assert.equal((await attach('not-an-id')).status, 400)
    const bob = await cloud.person('bob')
    assert.deepEqual(messageOf(await attach(other, {}, bob)), [404, `Instance ${id} could not be found.`])
    assert.deepEqual([await attached(), await statusOf(other)], [[volumeId], 'available'])

    const flavorRef = await makeFlavor(cloud.admin, { name: 'other' })
    const second = await bootServer(ada, { imageRef: await makeImage(ada), flavorRef })
    await serverInStatus(ada, second, 'ACTIVE')
    const taken = await ada.compute.post(`/servers/${second}/os-volume_attachments`, {
      volumeAttachment: { volumeId },
    })
    assert.deepEqual(messageOf(taken), [
      400,
      `Invalid volume: volume '${volumeId}' status must be 'available'. Currently in 'in-use' status`,
    ])
    await detach(volumeId)
    assert.equal(await statusOf(volumeId), 'available')
  })

  it('cannot be shared with others, or have a tag, when the server has left its host', async () => {
    const flavorRef = await makeFlavor(cloud.admin, { name: 'away' })
    const away = await bootServer(ada, { imageRef: await makeImage(ada), flavorRef })
    await serverInStatus(ada, away, 'ACTIVE')
    await act(ada, away, { shelve: null })
    await serverInStatus(ada, away, 'SHELVED_OFFLOADED')
    const type = { name: 'shared', extra_specs: { multiattach: '<is> True' } }
    assert.equal((await cloud.admin.volume.post('/v3/types', { volume_type: type })).status, 200)
    const refusal = async (volumeId: string, parts: object = {}) =>
      messageOf(
        await ada.compute.post(`/servers/${away}/os-volume_attachments`, {
          volumeAttachment: { volumeId, ...parts },
        }),
      )
    const volume = { size: 1, volume_type: 'shared' }
    const made = (await ada.volume.post('/v3/volumes', { volume })).body.volume.id
    await volumeInStatus(ada, made, 'available')
    assert.deepEqual(await refusal(made), [
      400,
      'Attaching multiattach volumes is not supported for shelved-offloaded instances.',
    ])
    const own = await makeVolume(ada)
    assert.deepEqual(await refusal(own, { tag: 'data' }), [
      400,
      'Tagged volume attachment is not supported for shelved-offloaded instances.',
    ])
    for (const volumeId of [made, own])
      assert.equal((await ada.volume.delete(`/v3/volumes/${volumeId}`)).status, 202)
    await cloud.settled()
  })

  it('can have delete_on_termination changed later, but not their device, nor their volume by users', async () => {
    const volumeId = await makeVolume(ada)
    await attach(volumeId)
    await cloud.settled()
    const change = (parts: object) =>
      ada.compute.put(at(volumeId), { volumeAttachment: { volumeId, ...parts } })
    const ends = async () => {
      const { body } = await ada.compute.get(at(volumeId))
      return body.volumeAttachment.delete_on_termination
    }
    assert.equal(await ends(), false)
    assert.equal((await change({ delete_on_termination: true, serverId: id })).status, 202)
    assert.equal(await ends(), true)
    assert.equal((await change({ device: '/dev/vdz' })).status, 400)
    const swap = { volumeAttachment: { volumeId: await makeVolume(ada) } }
    assert.equal((await ada.compute.put(at(volumeId), swap)).status, 403, 'swapping is for admins')
    await detach(volumeId)
    assert.equal(await statusOf(volumeId), 'available')
    assert.equal((await change({ delete_on_termination: false })).status, 404)
  })

  it('cannot be attached while an admin has locked the server', async () => {
    const volumeId = await makeVolume(ada)
    await act(cloud.admin, id, { lock: null })
    assert.deepEqual(messageOf(await attach(volumeId)), [409, `Instance ${id} is locked`])
    await act(cloud.admin, id, { unlock: null })
    assert.equal(await statusOf(volumeId), 'available')
  })

  it('cannot be attached to a server that is deleted', async () => {
    const volumeId = await makeVolume(ada)
    const gone = await bootServer(ada, order)
    await serverInStatus(ada, gone, 'ACTIVE')
    assert.equal((await ada.compute.delete(`/servers/${gone}`)).status, 204)
    await serverGone(ada, gone)
    const refused = await ada.compute.post(`/servers/${gone}/os-volume_attachments`, {
      volumeAttachment: { volumeId },
    })
    assert.deepEqual(messageOf(refused), [404, `Instance ${gone} could not be found.`])
    assert.equal(await statusOf(volumeId), 'available')
  })

  it('are available again when the host fails to attach them, and stay when it fails to detach them', async () => {
    const volumeId = await makeVolume(ada)
    hypervisor.failOn('attach-volume', { times: 1 })
    assert.equal((await attach(volumeId)).status, 202)
    assert.equal(await statusOf(volumeId), 'available')
    assert.deepEqual(await attached(), [])
    await serverInStatus(ada, id, 'ACTIVE')
    assert.deepEqual(await lastAction(), ['attach_volume', 'The host could not attach the volume.'])

    await attach(volumeId)
    assert.equal(await statusOf(volumeId), 'in-use', 'the next try succeeds')
    hypervisor.failOn('detach-volume', { times: 1 })
    assert.equal((await detach(volumeId)).status, 202)
    assert.equal(await statusOf(volumeId), 'in-use', 'what was not detached stays attached')
    assert.deepEqual(await attached(), [volumeId])
    await detach(volumeId)
    assert.equal(await statusOf(volumeId), 'available')
  })
})
