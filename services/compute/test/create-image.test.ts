import assert from 'node:assert/strict'
import { test } from 'node:test'
import { blockDevices } from '../src/db/servers/block-devices.ts'
import { instances } from '../src/db/servers/instances.ts'
import type { BuildRequest } from '../src/domain/servers/request-spec.ts'
import { admin, cell1Id, imageId, type Story, story } from './compute-story.ts'

const ask = ({ send }: Story, id: string, createImage: unknown, version = '2.45') =>
  send('POST', `/servers/${id}/action`, { body: { createImage }, version })

const made = ({ around }: Story) => around.images.filter(({ image_type }) => image_type === 'snapshot')

test(
  'createImage creates a queued image with the properties of the server’s image and the requested ones',
  story(async (it) => {
    const properties = { os_type: 'linux', cache_in_nova: 'True', img_signature: 'x', tier: 'front' }
    const { id, imageId } = await it.addServer({ imageProperties: properties })
    const reply = await ask(it, id, { name: 'copy', metadata: { tier: 'back' } })
    assert.equal(reply.status, 202)
    const [image, ...more] = made(it)
    assert.deepEqual(more, [])
    assert.deepEqual(reply.body, { image_id: image?.id })
    assert.ok(image)
    const { name, visibility, min_disk, instance_uuid, base_image_ref, os_type, tier, status } = image
    assert.deepEqual(
      { name, visibility, min_disk, instance_uuid, base_image_ref, os_type, tier, status },
      {
        ...{ name: 'copy', visibility: 'private', min_disk: 1, instance_uuid: id },
        ...{ base_image_ref: imageId, os_type: 'linux', tier: 'back', status: 'queued' },
      },
    )
    assert.ok(!('cache_in_nova' in image) && !('img_signature' in image))
    const cell = await it.deps.databases.cell(cell1Id)
    assert.equal((await instances(cell, it.deps.clock).find(id))?.taskState, 'image_snapshot_pending')
    const [flow] = await cell.selectFrom('flows').selectAll().execute()
    assert.deepEqual(JSON.parse(flow?.input ?? '').operation, { kind: 'create-image', imageId: image.id })
    const { body } = await it.send('GET', `/servers/${id}/os-instance-actions`)
    assert.equal(body.instanceActions[0].action, 'createImage')
  }),
)

test(
  'before 2.45 the image is named in the Location header',
  story(async (it) => {
    const { id } = await it.addServer()
    const reply = await ask(it, id, { name: 'copy' }, '2.44')
    assert.deepEqual([reply.status, reply.body], [202, undefined])
    assert.equal(reply.headers.location?.split('/').at(-1), made(it)[0]?.id)
  }),
)

test(
  'createImage is accepted for a locked server; for a busy or failed one it is refused and leaves no image',
  story(async (it) => {
    const locked = await it.addServer({ locked: true })
    assert.equal((await ask(it, locked.id, { name: 'copy' })).status, 202)
    const again = await ask(it, locked.id, { name: 'copy' })
    assert.deepEqual(
      [again.status, again.body.conflictingRequest.message],
      [409, `Cannot 'createImage' instance ${locked.id} while it is in task_state image_snapshot_pending`],
    )
    const failed = await it.addServer({ vmState: 'error' })
    assert.equal((await ask(it, failed.id, { name: 'copy' })).status, 409)
    assert.equal(made(it).length, 1)
  }),
)

test(
  'createImage refuses invalid names and too much metadata',
  story(async (it) => {
    const { id } = await it.addServer()
    for (const body of [{}, { name: '' }, { name: 'x'.repeat(256) }, { name: 'a', metadata: { k: 1 } }, null])
      assert.equal((await ask(it, id, body)).status, 400, JSON.stringify(body))
    const metadata = Object.fromEntries(Array.from({ length: 129 }, (_, index) => [`k${index}`, 'v']))
    const over = await ask(it, id, { name: 'a', metadata })
    assert.deepEqual([over.status, over.body.forbidden.message], [403, 'Image metadata limit exceeded'])
    assert.deepEqual(made(it), [])
  }),
)

const volumeId = '66666666-1111-4111-8111-111111111111'

/** A server that boots from a volume of 3 GiB. */
const bootedFromVolume = async ({ addServer, around, deps }: Story) => {
  const { id } = await addServer({ imageId: null, rootDeviceName: '/dev/vda' })
  around.volumes = [
    {
      ...{ id: volumeId, name: null, status: 'in-use', size: 3, bootable: 'true', multiattach: false },
      ...{ availability_zone: 'nova', attachments: [] },
    },
  ]
  const disk = {
    ...({ sourceType: 'volume', destinationType: 'volume' } as const),
    ...{ id: '1', volumeId, volumeSizeGb: 3 },
    ...{ bootIndex: 0, deviceName: '/dev/vda', deleteOnTermination: true },
  }
  await blockDevices(await deps.databases.cell(cell1Id), deps.clock).insert(id, [disk])
  return id
}

test(
  'an image of a volume-backed server consists of snapshots, from which another server can boot',
  story(async (it) => {
    const id = await bootedFromVolume(it)
    const reply = await ask(it, id, { name: 'copy' })
    assert.equal(reply.status, 202)
    const [snapshot, ...more] = it.around.snapshots
    assert.deepEqual([snapshot?.volume_id, more], [volumeId, []])
    const image = it.around.images.find((one) => one.id === reply.body.image_id)
    assert.deepEqual([image?.status, image?.size, image?.root_device_name], ['active', 0, '/dev/vda'])
    const server = { name: 'again', imageRef: image?.id, flavorRef: '1', networks: 'none' }
    const booted = await it.send('POST', '/servers', { body: { server }, version: '2.67' })
    assert.equal(booted.status, 202, JSON.stringify(booted.body))
    const [row] = await it.deps.databases.api.selectFrom('build_requests').selectAll().execute()
    const { blockDevices: disks }: BuildRequest = JSON.parse(row?.request ?? '')
    assert.deepEqual(
      disks.map(({ sourceType, snapshotId, volumeSizeGb, bootIndex, deleteOnTermination }) => ({
        ...{ sourceType, snapshotId, volumeSizeGb, bootIndex, deleteOnTermination },
      })),
      [
        {
          ...{ sourceType: 'snapshot', snapshotId: snapshot?.id, volumeSizeGb: 3 },
          ...{ bootIndex: 0, deleteOnTermination: true },
        },
      ],
    )
  }),
)

test(
  'an image of a volume-backed server is recorded as a successful action at once, without a flow',
  story(async (it) => {
    const id = await bootedFromVolume(it)
    assert.equal((await ask(it, id, { name: 'copy' })).status, 202)
    const path = `/servers/${id}/os-instance-actions`
    const [{ action, request_id }] = (await it.send('GET', path)).body.instanceActions
    const { body } = await it.send('GET', `${path}/${request_id}`, { as: admin })
    const [{ event, result }] = body.instanceAction.events
    assert.deepEqual([action, event, result], ['createImage', 'api_snapshot_instance', 'Success'])
    const cell = await it.deps.databases.cell(cell1Id)
    assert.deepEqual(await cell.selectFrom('flows').select('name').execute(), [])
  }),
)

test(
  'a volume-backed server shows the task while its snapshots are taken, with a flow that ends it if the request dies',
  story(async (it) => {
    const id = await bootedFromVolume(it)
    const cell = await it.deps.databases.cell(cell1Id)
    const taskState = async () => (await instances(cell, it.deps.clock).find(id))?.taskState
    const seen: unknown[] = []
    const { volumeSources } = it.deps.clients
    const { createSnapshot } = volumeSources
    volumeSources.createSnapshot = async (...asked) => {
      seen.push(await taskState(), (await ask(it, id, { name: 'another' })).status)
      // The audit takes a server with a task for abandoned if no flow is about it.
      seen.push(...(await cell.selectFrom('flows').select(['name', 'subject']).execute()))
      return createSnapshot(...asked)
    }
    assert.equal((await ask(it, id, { name: 'copy' })).status, 202)
    assert.deepEqual(seen, ['image_snapshot', 409, { name: 'withdraw-request', subject: id }])
    assert.equal(await taskState(), null)
  }),
)

test(
  'snapshots are removed if the image cannot be uploaded',
  story(async (it) => {
    const id = await bootedFromVolume(it)
    const { imageMaker } = it.deps.clients
    imageMaker.upload = () => Promise.reject(new Error('the store is full'))
    assert.equal((await ask(it, id, { name: 'copy' })).status, 500)
    assert.deepEqual([it.around.snapshots, made(it)], [[], []])
    const cell = await it.deps.databases.cell(cell1Id)
    assert.equal((await instances(cell, it.deps.clock).find(id))?.taskState, null)
    const { instanceActions } = (await it.send('GET', `/servers/${id}/os-instance-actions`)).body
    assert.deepEqual([instanceActions[0].action, instanceActions[0].message], ['createImage', 'Error'])
  }),
)

test(
  'createImage of a volume-backed server is refused without allow_volume_backed, and leaves nothing',
  story(
    async (it) => {
      const id = await bootedFromVolume(it)
      assert.equal((await ask(it, id, { name: 'copy' })).status, 403)
      assert.deepEqual([it.around.snapshots, it.around.images.length], [[], 1])
    },
    { policyYaml: 'os_compute_api:servers:create_image:allow_volume_backed: role:admin' },
  ),
)

test(
  'booting from an image with an invalid block_device_mapping is refused',
  story(async (it) => {
    const [image] = it.around.images
    assert.ok(image)
    const server = { name: 'odd', imageRef: imageId, flavorRef: '1', networks: 'none' }
    for (const mapping of ['{', '{}', '[1]', '[{"boot_index":0,"source_type":"sorcery"}]', '[{"uuid":7}]']) {
      it.around.images = [{ ...image, bdm_v2: 'True', block_device_mapping: mapping }]
      const refused = await it.send('POST', '/servers', { body: { server }, version: '2.67' })
      assert.deepEqual(
        [refused.status, refused.body.badRequest.message],
        [400, 'Block Device Mapping is Invalid: the block device mapping of the image is not valid.'],
        mapping,
      )
    }
  }),
)
