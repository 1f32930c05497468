import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { fakeHypervisor } from '@nimbo/hypervisor-fake/fake-hypervisor'
import { type FakeVolumes, fakeVolumes } from '@nimbo/volume-fake/fake-volumes'
import type { Client } from '@nimbo/testkit/client'
import { eventually } from '@nimbo/testing/eventually'
import { makeFlavor } from '@nimbo/testkit/make-flavor'
import { makeImage } from '@nimbo/testkit/make-image'
import { makeVolume, showVolume, volumeInStatus } from '@nimbo/testkit/make-volume'
import { act, bootServer, serverInStatus } from '@nimbo/testkit/servers'
import { startTestCloud, type TestCloud } from '@nimbo/testkit/start-test-cloud'
import { withHypervisor } from '@nimbo/testkit/with-hypervisor'

describe('a volume that a server uses', () => {
  const hypervisor = fakeHypervisor()
  const backends: Readonly<Record<string, FakeVolumes>> = {
    first: fakeVolumes({ name: 'first' }),
    second: fakeVolumes({ name: 'second', protocol: 'iSCSI' }),
  }
  let cloud: TestCloud
  let ada: Client
  let id: string

  before(async () => {
    const { first, second } = backends
    assert.ok(first && second)
    cloud = await startTestCloud({
      drivers: async (state) => ({
        ...(await withHypervisor(hypervisor)(state)),
        volumes: first,
        moreVolumes: [second],
      }),
    })
    ada = await cloud.person('ada')
    const [flavorRef, imageRef] = await Promise.all([makeFlavor(cloud.admin), makeImage(ada)])
    id = await bootServer(ada, { imageRef, flavorRef })
    await serverInStatus(ada, id, 'ACTIVE')
  })
  after(() => cloud[Symbol.asyncDispose]())

  const at = (volumeId = '') => `/servers/${id}/os-volume_attachments${volumeId && `/${volumeId}`}`

  const attachedVolume = async (): Promise<string> => {
    const volumeId = await makeVolume(ada)
    assert.equal((await ada.compute.post(at(), { volumeAttachment: { volumeId } })).status, 202)
    await volumeInStatus(ada, volumeId, 'in-use')
    return volumeId
  }
  const detached = async (volumeId: string): Promise<void> => {
    assert.equal((await ada.compute.delete(at(volumeId))).status, 202)
    await volumeInStatus(ada, volumeId, 'available')
  }
  const seenByAdmin = async (volumeId: string) => {
    const { body } = await cloud.admin.volume.get(`/v3/${cloud.admin.projectId}/volumes/${volumeId}`)
    const { status, migration_status, 'os-vol-host-attr:host': pool } = body.volume
    const [host, backend] = String(pool).split('#')
    return { status, migration_status, host, backend: backend ?? '', attachments: body.volume.attachments }
  }
  const otherThan = (backend: string) => (backend === 'first' ? 'second' : 'first')
  const migrate = async (volumeId: string): Promise<string> => {
    const { host, backend } = await seenByAdmin(volumeId)
    const to = otherThan(backend)
    const asked = { 'os-migrate_volume': { host: `${host?.split('@')[0]}@${to}#${to}` } }
    const path = `/v3/${cloud.admin.projectId}/volumes/${volumeId}/action`
    const answer = await cloud.admin.volume.post(path, asked)
    assert.equal(answer.status, 202, JSON.stringify(answer.body))
    return to
  }
  const logOfServer = async (): Promise<string> =>
    (await ada.compute.post(`/servers/${id}/action`, { 'os-getConsoleOutput': {} })).body.output
  const stored = (backend: string) => [...(backends[backend]?.made.keys() ?? [])]

  it('keeps its id and stays attached when it migrates to another back end', async () => {
    const volumeId = await attachedVolume()
    const { backend: from, attachments } = await seenByAdmin(volumeId)
    const to = await migrate(volumeId)
    await eventually(async () => {
      const moved = await seenByAdmin(volumeId)
      assert.deepEqual([moved.status, moved.migration_status, moved.backend], ['in-use', 'success', to])
    })
    await cloud.settled()
    assert.deepEqual([stored(from), stored(to)], [[], [volumeId]])
    const { body } = await ada.compute.get(at(volumeId))
    const { attachment_id, device } = body.volumeAttachment
    const after = await seenByAdmin(volumeId)
    assert.deepEqual(
      after.attachments.map((one: { attachment_id: string }) => one.attachment_id),
      [attachment_id],
    )
    assert.notEqual(attachment_id, attachments[0].attachment_id)
    assert.equal(device, '/dev/vdb')
    assert.match(await logOfServer(), new RegExp(`attachment ${attachment_id} took the place of`))
    assert.equal(backends[from]?.exported.size, 0)
    const actions = await ada.compute.get(`/servers/${id}/os-instance-actions`)
    assert.deepEqual(actions.body.instanceActions[0].action, 'swap_volume')
    await act(ada, id, { reboot: { type: 'HARD' } })
    await serverInStatus(ada, id, 'ACTIVE')
    await detached(volumeId)
    assert.equal(backends[to]?.exported.size, 0)
  })

  it('stays on its back end when the host fails to swap it', async () => {
    const volumeId = await attachedVolume()
    const { backend } = await seenByAdmin(volumeId)
    hypervisor.failOn('swap-volume', { times: 1 })
    const to = await migrate(volumeId)
    await eventually(async () => {
      const stays = await seenByAdmin(volumeId)
      assert.deepEqual([stays.status, stays.migration_status, stays.backend], ['in-use', 'error', backend])
    })
    await cloud.settled()
    assert.deepEqual(stored(to).includes(volumeId), false)
    assert.deepEqual((await ada.volume.get(`/v3/${ada.projectId}/volumes`)).body.volumes.length, 2)
    assert.equal((await showVolume(ada, volumeId)).attachments.length, 1)
    await detached(volumeId)
  })

  it('moves to the back end of another type when it is retyped', async () => {
    const volumeId = await attachedVolume()
    const { backend } = await seenByAdmin(volumeId)
    const types = `/v3/${cloud.admin.projectId}/types`
    const specs = { volume_backend_name: otherThan(backend) }
    const type = { name: 'elsewhere', extra_specs: specs }
    assert.equal((await cloud.admin.volume.post(types, { volume_type: type })).status, 200)
    const asked = { 'os-retype': { new_type: 'elsewhere', migration_policy: 'on-demand' } }
    const answer = await ada.volume.post(`/v3/${ada.projectId}/volumes/${volumeId}/action`, asked)
    assert.equal(answer.status, 202, JSON.stringify(answer.body))
    await eventually(async () => {
      const moved = await seenByAdmin(volumeId)
      assert.deepEqual([moved.status, moved.backend], ['in-use', otherThan(backend)])
    })
    await cloud.settled()
    await detached(volumeId)
  })

  it('cannot be swapped through compute unless it is migrating', async () => {
    const [volumeId, other] = [await attachedVolume(), await makeVolume(ada)]
    const swap = (person: Client) =>
      person.compute.put(at(volumeId), { volumeAttachment: { volumeId: other } })
    assert.equal((await swap(ada)).status, 403)
    const refused = await swap(cloud.admin)
    assert.deepEqual(
      [refused.status, refused.body.conflictingRequest.message],
      [409, `volume ${volumeId} is not migrating; this API should only be called by Cinder`],
    )
    const old = { 'openstack-api-version': 'compute 2.84' }
    const same = { volumeAttachment: { volumeId } }
    assert.equal((await cloud.admin.compute.put(at(volumeId), same, old)).status, 409)
    await detached(volumeId)
  })

  it('can be extended, and its guest sees the new size', async () => {
    const volumeId = await attachedVolume()
    const path = `/v3/${ada.projectId}/volumes/${volumeId}/action`
    const since342 = { 'openstack-api-version': 'volume 3.42' }
    const extending = await ada.volume.post(path, { 'os-extend': { new_size: 3 } }, since342)
    assert.equal(extending.status, 202, JSON.stringify(extending.body))
    await eventually(async () => {
      const { instanceActions } = (await cloud.admin.compute.get(`/servers/${id}/os-instance-actions`)).body
      const seen = instanceActions.find((one: { action: string }) => one.action === 'extend_volume')
      const shown = `/servers/${id}/os-instance-actions/${seen?.request_id}`
      const [part] = (await cloud.admin.compute.get(shown)).body.instanceAction.events
      assert.deepEqual([part?.event, part?.result], ['compute_extend_volume', 'Success'])
    })
    assert.ok((await logOfServer()).includes(`volume ${volumeId} has ${3 * 1024 ** 3} bytes`))
    await detached(volumeId)
  })
})
