import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import type { Client } from '@nimbo/testkit/client'
import { eventually } from '@nimbo/testing/eventually'
import { inEachShape } from '@nimbo/testkit/in-each-shape'
import { makeFlavor } from '@nimbo/testkit/make-flavor'
import { makeImage } from '@nimbo/testkit/make-image'
import { bootServer, serverGone, serverInStatus, showServer } from '@nimbo/testkit/servers'

const withAgent = { hw_qemu_guest_agent: 'yes' }
const required = { os_require_quiesce: 'yes' }
const quietly = ['frozen', 'copied', 'thawed']

inEachShape('images of servers with a guest agent', { distributedByName: true }, (cloud) => {
  let ada: Client
  let flavorRef = ''

  before(async () => {
    ada = await cloud().person('ada')
    flavorRef = await makeFlavor(cloud().admin, { disk: 1 })
  })

  const boot = async (properties: Readonly<Record<string, string>>, onVolume = false): Promise<string> => {
    const imageRef = await makeImage(ada, { properties })
    const root = {
      ...{ boot_index: 0, source_type: 'image', destination_type: 'volume', uuid: imageRef },
      ...{ volume_size: 1, delete_on_termination: true },
    }
    const disks = onVolume ? { block_device_mapping_v2: [root] } : { imageRef }
    const id = await bootServer(ada, { flavorRef, ...disks })
    await serverInStatus(ada, id, 'ACTIVE')
    return id
  }

  /** What happened to the guest's file systems and to its root disk or volume. */
  const story = async (id: string): Promise<readonly string[]> => {
    const { body } = await ada.compute.post(`/servers/${id}/action`, { 'os-getConsoleOutput': {} })
    return [
      ...String(body.output).matchAll(/file systems (frozen|thawed)|(?:root disk|volume \S+) (copied)/g),
    ].flatMap(([, froze, copied]) => froze ?? copied ?? [])
  }

  const ask = (id: string, action: object) => ada.compute.post(`/servers/${id}/action`, action)
  const createImage = (id: string) => ask(id, { createImage: { name: 'copy' } })
  const imagesOf = async (id: string) =>
    (await ada.image.get(`/v2/images?instance_uuid=${id}`)).body.images.map(
      ({ status }: { status: string }) => status,
    )
  const snapshots = async () =>
    (await ada.volume.get('/v3/snapshots')).body.snapshots.map(({ status }: { status: string }) => status)
  const results = async (id: string): Promise<readonly (string | null)[]> => {
    const path = `/servers/${id}/os-instance-actions`
    const latest = { 'openstack-api-version': 'compute 2.51' }
    const { instanceActions } = (await ada.compute.get(path)).body
    // Cinder had the host copy the volumes meanwhile.
    const [{ action, request_id }] = instanceActions.filter(
      (one: { action: string }) => one.action !== 'volume_snapshot_create',
    )
    const { body } = await ada.compute.get(`${path}/${request_id}`, latest)
    return [action, ...body.instanceAction.events.map(({ result }: { result: string | null }) => result)]
  }

  const removed = async (id: string): Promise<void> => {
    for (const { id: image } of (await ada.image.get(`/v2/images?instance_uuid=${id}`)).body.images)
      await ada.image.delete(`/v2/images/${image}`)
    for (const { id: snapshot } of (await ada.volume.get('/v3/snapshots')).body.snapshots)
      await ada.volume.delete(`/v3/snapshots/${snapshot}`)
    await eventually(async () => assert.deepEqual(await snapshots(), []))
    assert.equal((await ada.compute.delete(`/servers/${id}`)).status, 204)
    await serverGone(ada, id)
  }

  it('are copied while its file systems are frozen, also when the copy fails', async () => {
    const id = await boot(withAgent)
    assert.equal((await createImage(id)).status, 202)
    await serverInStatus(ada, id, 'ACTIVE')
    assert.deepEqual(await story(id), quietly)
    assert.equal(
      (await ask(id, { createBackup: { name: 'b', backup_type: 'daily', rotation: 1 } })).status,
      202,
    )
    await serverInStatus(ada, id, 'ACTIVE')
    assert.deepEqual(await story(id), [...quietly, ...quietly])
    assert.deepEqual(await imagesOf(id), ['active', 'active'])

    await cloud().hosts.faults.failOn('copy-disk', { times: 1 })
    assert.equal((await createImage(id)).status, 202)
    await serverInStatus(ada, id, 'ACTIVE')
    assert.deepEqual((await story(id)).slice(-2), ['frozen', 'thawed'])
    assert.deepEqual(await results(id), ['createImage', 'Error'])
    await removed(id)
  })

  it('are copied without that if it is off, or if freezing fails and is not required', async () => {
    const id = await boot(withAgent)
    await cloud().hosts.faults.failOn('freeze', { times: 1 })
    assert.equal((await createImage(id)).status, 202)
    await serverInStatus(ada, id, 'ACTIVE')
    await ask(id, { 'os-stop': null })
    await serverInStatus(ada, id, 'SHUTOFF')
    assert.equal((await createImage(id)).status, 202)
    await serverInStatus(ada, id, 'SHUTOFF')
    assert.deepEqual(await story(id), ['copied', 'copied'])
    assert.deepEqual(await imagesOf(id), ['active', 'active'])
    await removed(id)
  })

  it('fail if quiescing is required, and the server has no agent or its agent fails', async () => {
    const id = await boot(required)
    assert.equal((await createImage(id)).status, 202)
    await serverInStatus(ada, id, 'ACTIVE')
    assert.deepEqual([await story(id), await imagesOf(id)], [[], []])
    assert.deepEqual(await results(id), ['createImage', 'Error'])
    await removed(id)

    const other = await boot({ ...withAgent, ...required })
    await cloud().hosts.faults.failOn('freeze', { times: 1 })
    assert.equal((await createImage(other)).status, 202)
    await serverInStatus(ada, other, 'ACTIVE')
    assert.deepEqual([await story(other), await imagesOf(other)], [[], []])
    assert.equal((await createImage(other)).status, 202)
    await serverInStatus(ada, other, 'ACTIVE')
    assert.deepEqual([await story(other), await imagesOf(other)], [quietly, ['active']])
    await removed(other)
  })

  it('on volumes are snapshots of frozen file systems, and the server has a task until these are thawed', async () => {
    const id = await boot(withAgent, true)
    const goOn = await cloud().hosts.faults.hold('freeze')
    const asked = createImage(id)
    await eventually(async () =>
      assert.equal((await showServer(ada, id))['OS-EXT-STS:task_state'], 'image_snapshot'),
    )
    const refused = await createImage(id)
    assert.deepEqual(
      [refused.status, refused.body.conflictingRequest.message],
      [409, `Cannot 'createImage' instance ${id} while it is in task_state image_snapshot`],
    )
    assert.deepEqual(await results(id), ['createImage', null])
    await goOn()
    assert.equal((await asked).status, 202)
    await serverInStatus(ada, id, 'ACTIVE')
    assert.deepEqual([await story(id), await imagesOf(id)], [quietly, ['active']])
    assert.deepEqual(await snapshots(), ['available'])
    assert.deepEqual(await results(id), ['createImage', 'Success'])
    await removed(id)
  })

  it('on volumes are refused if quiescing is required and impossible, and leave nothing', async () => {
    const id = await boot(required, true)
    const refused = await createImage(id)
    assert.deepEqual(
      [refused.status, refused.body.badRequest.message],
      [400, 'QEMU guest agent is not enabled'],
    )
    assert.equal((await results(id))[0], 'create')
    await removed(id)

    const other = await boot({ ...withAgent, ...required }, true)
    await cloud().hosts.faults.failOn('freeze', { times: 1 })
    assert.equal((await createImage(other)).status, 409)
    await serverInStatus(ada, other, 'ACTIVE')
    assert.deepEqual([await imagesOf(other), await snapshots(), await story(other)], [[], [], []])
    assert.deepEqual(await results(other), ['createImage', 'Error'])
    await removed(other)
  })

  it('on volumes thaw the guest if a snapshot is refused', async () => {
    const id = await boot(withAgent, true)
    const quota = (snapshots: number) =>
      cloud().admin.volume.put(`/v3/os-quota-sets/${ada.projectId}`, { quota_set: { snapshots } })
    assert.equal((await quota(0)).status, 200)
    const refused = await createImage(id)
    assert.ok([403, 413].includes(refused.status), JSON.stringify(refused.body))
    await serverInStatus(ada, id, 'ACTIVE')
    assert.deepEqual([await story(id), await imagesOf(id)], [['frozen', 'thawed'], []])
    assert.equal((await quota(-1)).status, 200)
    await removed(id)
  })
})
