import assert from 'node:assert/strict'
import { test } from 'node:test'
import { blockDevices } from '../src/db/servers/block-devices.ts'
import { services } from '../src/db/hosts/services.ts'
import { instances } from '../src/db/servers/instances.ts'
import { serviceVersion } from '../src/domain/hosts/service-version.ts'
import { cell1Id, type Story, story } from './compute-story.ts'

const otherImage = '11111111-2222-4111-8111-111111111111'

const ask = ({ send }: Story, id: string, request: unknown, version = '2.93') =>
  send('POST', `/servers/${id}/action`, { body: { rebuild: request }, version })

/** A cloud with a second image. */
const withImage = ({ around }: Story) => {
  const [image] = around.images
  assert.ok(image)
  around.images.push({ ...image, id: otherImage, os_type: 'linux' })
}

const kept = async ({ deps }: Story, id: string) =>
  instances(await deps.databases.cell(cell1Id), deps.clock).find(id)

test(
  'a rebuild is recorded with its flow at once, and its reply shows the server as it will be',
  story(async (it) => {
    withImage(it)
    const { id } = await it.addServer({ metadata: { a: '1' } })
    const reply = await ask(it, id, {
      ...{ imageRef: otherImage, name: 'again', metadata: { b: '2' }, description: 'anew' },
      ...{ user_data: 'aGk=', key_name: null, accessIPv4: '10.0.0.9', hostname: 'again' },
    })
    assert.equal(reply.status, 202, JSON.stringify(reply.body))
    const { server } = reply.body
    assert.deepEqual(
      [server.status, server.name, server.metadata, server.image.id, server.user_data, server.key_name],
      ['REBUILD', 'again', { b: '2' }, otherImage, 'aGk=', null],
    )
    assert.match(server.adminPass, /^.{12}$/)
    assert.equal(reply.headers.location?.split('/').at(-1), id)
    const { taskState, imageProperties, hostname, accessIpV4, sealedSecrets } = (await kept(it, id)) ?? {}
    assert.deepEqual(
      [taskState, imageProperties, hostname, accessIpV4],
      ['rebuilding', { hw_disk_bus: 'virtio', os_type: 'linux' }, 'again', '10.0.0.9'],
    )
    assert.ok(sealedSecrets && !sealedSecrets.includes(server.adminPass))
    const cell = await it.deps.databases.cell(cell1Id)
    const [flow] = await cell.selectFrom('flows').selectAll().execute()
    const { kind, image, stopped } = JSON.parse(flow?.input ?? '').operation
    assert.deepEqual([kind, image.id, stopped], ['rebuild', otherImage, false])
  }),
)

test(
  'the reply to a rebuild leaves out fields that are newer than its version',
  story(async (it) => {
    withImage(it)
    const { id } = await it.addServer()
    const { body } = await ask(it, id, { imageRef: otherImage, adminPass: 'mine' }, '2.53')
    assert.equal(body.server.adminPass, 'mine')
    assert.ok(!('key_name' in body.server) && !('user_data' in body.server))
    assert.ok(!('OS-EXT-STS:vm_state' in body.server))
  }),
)

test(
  'an invalid rebuild is refused, and changes nothing',
  story(async (it) => {
    withImage(it)
    const { id } = await it.addServer()
    const many = Object.fromEntries(Array.from({ length: 129 }, (_, index) => [`k${index}`, 'v']))
    for (const [request, status, message] of [
      [
        { imageRef: 'no-id' },
        400,
        "Invalid input for field/attribute imageRef. Value: no-id. 'no-id' is not a 'uuid'",
      ],
      [{ imageRef: '99999999-1111-4111-8111-111111111111' }, 400, 'Cannot find image for rebuild'],
      [{ imageRef: otherImage, key_name: 'unknown' }, 400, 'Invalid key_name provided.'],
      [{ imageRef: otherImage, user_data: '!' }, 400, 'User data needs to be valid base 64.'],
      [{ imageRef: otherImage, metadata: many }, 403, 'Maximum number of metadata items exceeds 128'],
      [{ imageRef: otherImage, name: ' ' }, 400, undefined],
      [{}, 400, undefined],
    ] as const) {
      const { status: got, body } = await ask(it, id, request)
      assert.equal(got, status, JSON.stringify(request))
      if (message) assert.equal((body.badRequest ?? body.forbidden).message, message)
    }
    assert.equal((await ask(it, id, { imageRef: otherImage, user_data: 'aGk=' }, '2.56')).status, 400)
    const server = await kept(it, id)
    assert.deepEqual([server?.taskState, server?.name], [null, 'web'])
    const paused = await it.addServer({ vmState: 'paused' })
    const busy = await ask(it, paused.id, { imageRef: otherImage })
    assert.equal(
      busy.body.conflictingRequest.message,
      `Cannot 'rebuild' instance ${paused.id} while it is in vm_state paused`,
    )
  }),
)

test(
  'a rebuild takes the key pair of the user who asks for it, whoever made the server',
  story(async (it) => {
    withImage(it)
    const { id } = await it.addServer()
    const makeKey = async (user: string): Promise<string> => {
      const body = { keypair: { name: 'laptop' } }
      return (await it.send('POST', '/os-keypairs', { body, as: { user } })).body.keypair.public_key
    }
    const [ofOwner, ofColleague] = [await makeKey('user-1'), await makeKey('user-2')]
    const rebuild = async (as: object) => {
      const body = { rebuild: { imageRef: otherImage, key_name: 'laptop' } }
      return (await it.send('POST', `/servers/${id}/action`, { body, version: '2.93', as })).status
    }
    assert.equal(await rebuild({ user: 'user-3' }), 400)
    assert.equal(await rebuild({ user: 'user-2' }), 202)
    const { publicKey, userId } = (await kept(it, id)) ?? {}
    assert.deepEqual([publicKey, userId], [ofColleague, 'user-1'])
    assert.notEqual(ofColleague, ofOwner)
  }),
)

test(
  'a rebuild with an image that does not fit the flavor is refused',
  story(async (it) => {
    withImage(it)
    it.around.images = it.around.images.map((image) => ({ ...image, min_ram: 4096 }))
    const { id } = await it.addServer()
    const { status, body } = await ask(it, id, { imageRef: otherImage })
    assert.deepEqual(
      [status, body.badRequest.message],
      [400, "Flavor's memory is too small for requested image."],
    )
  }),
)

const volumeId = '66666666-1111-4111-8111-111111111111'

/** A stopped server on a volume of 1 GiB with the second image. */
const serverOnVolume = async (it: Story, multiattach = false): Promise<string> => {
  withImage(it)
  const { id } = await it.addServer({ imageId: null, vmState: 'stopped' })
  it.around.volumes = [
    {
      ...{ id: volumeId, name: null, status: 'in-use', size: 1, bootable: 'true', multiattach },
      ...{ availability_zone: 'nova', attachments: [] },
      volume_image_metadata: { image_id: otherImage },
    },
  ]
  const disk = {
    ...({ sourceType: 'volume', destinationType: 'volume' } as const),
    ...{ id: '1', volumeId, bootIndex: 0, deleteOnTermination: true },
  }
  await blockDevices(await it.deps.databases.cell(cell1Id), it.deps.clock).insert(id, [disk])
  return id
}

/** The host of the servers, at this version of the code. */
const withHost = async ({ deps: { databases, clock } }: Story): Promise<void> => {
  await services(await databases.cell(cell1Id), clock).ensure('host-1', 'nova-compute', serviceVersion)
}

const orderOf = async ({ deps }: Story) => {
  const [flow] = await (await deps.databases.cell(cell1Id)).selectFrom('flows').selectAll().execute()
  return flow && JSON.parse(flow.input).operation
}

test(
  'before 2.93 a volume-backed server can be rebuilt with the image of its volume only, and keeps its disk',
  story(async (it) => {
    const id = await serverOnVolume(it)
    const [{ id: first } = { id: '' }] = it.around.images
    const refused = await ask(it, id, { imageRef: first }, '2.92')
    assert.deepEqual(
      [refused.status, refused.body.badRequest.message],
      [400, 'Unable to rebuild with a different image for a volume-backed server.'],
    )
    assert.equal((await ask(it, id, { imageRef: otherImage }, '2.92')).status, 202)
    assert.deepEqual(await orderOf(it), { kind: 'rebuild', stopped: true })
  }),
)

test(
  'from 2.93 the image of a rebuild is written to the volume of a volume-backed server',
  story(async (it) => {
    const id = await serverOnVolume(it)
    const [{ id: first } = { id: '' }] = it.around.images
    assert.equal((await ask(it, id, { imageRef: first })).status, 400)
    await withHost(it)
    assert.equal((await ask(it, id, { imageRef: first })).status, 202)
    const reimage = { volumeId, imageId: first, sizeGb: 1 }
    assert.deepEqual(await orderOf(it), { kind: 'rebuild', stopped: true, reimage })
    const { imageId, imageProperties } = (await kept(it, id)) ?? {}
    assert.deepEqual([imageId, imageProperties], [null, { hw_disk_bus: 'virtio' }])
  }),
)

test(
  'a volume that servers share, or that is too small, is not overwritten by a rebuild',
  story(async (it) => {
    await withHost(it)
    const id = await serverOnVolume(it, true)
    assert.equal((await ask(it, id, { imageRef: otherImage })).status, 400)
    it.around.volumes = it.around.volumes.map((volume) => ({ ...volume, multiattach: false }))
    it.around.images = it.around.images.map((image) => ({ ...image, min_disk: 2 }))
    assert.equal((await ask(it, id, { imageRef: otherImage })).status, 400)
    assert.equal(await orderOf(it), undefined)
  }),
)

test(
  'a rebuild of a server with a TPM is refused, as the new disk must not get the keys of the old one',
  story(async (it) => {
    const { flavor } = await it.addServer()
    const extraSpecs = { 'hw:tpm_version': '2.0' }
    withImage(it)
    const { id } = await it.addServer({ flavor: { ...flavor, extraSpecs } })
    const { status, body } = await ask(it, id, { imageRef: otherImage })
    assert.deepEqual(
      [status, body.conflictingRequest?.message],
      [409, `Operation 'rebuild' not supported for vTPM-enabled instance (${id}).`],
    )
  }),
)
