import assert from 'node:assert/strict'
import { test } from 'node:test'
import { computeNodes } from '../src/db/hosts/compute-nodes.ts'
import { services } from '../src/db/hosts/services.ts'
import { blockDevices } from '../src/db/servers/block-devices.ts'
import { instances } from '../src/db/servers/instances.ts'
import { requestSpecs } from '../src/db/servers/request-specs.ts'
import { imageWith, sampleRequest } from '../src/domain/scheduling/host-state.testing.ts'
import { cell1Id, imageId, type Story, story } from './compute-story.ts'

const ask = ({ send }: Story, id: string, rescue: unknown, version = '2.87') =>
  send('POST', `/servers/${id}/action`, { body: { rescue }, version })

/** A server whose request spec names its image. */
const bootedServer = async ({ addServer, deps }: Story) => {
  const server = await addServer()
  const { spec } = sampleRequest()
  const made = { ...spec, serverId: server.id, image: imageWith({}) }
  await requestSpecs(deps.databases.api, deps.clock).insert(made)
  return server.id
}

const orderOf = async ({ deps }: Story) => {
  const cell = await deps.databases.cell(cell1Id)
  const [flow] = await cell.selectFrom('flows').selectAll().execute()
  return JSON.parse(flow?.input ?? '{}').operation
}

test(
  'a server is rescued with its own image by default, and the reply has only the password',
  story(async (it) => {
    const id = await bootedServer(it)
    const reply = await ask(it, id, null)
    assert.equal(reply.status, 200)
    assert.deepEqual(Object.keys(reply.body), ['adminPass'])
    const { kind, image } = await orderOf(it)
    assert.deepEqual([kind, image.id], ['rescue', 'image-1'])
    const cell = await it.deps.databases.cell(cell1Id)
    const { taskState, sealedSecrets } = (await instances(cell, it.deps.clock).find(id)) ?? {}
    assert.equal(taskState, 'rescuing')
    assert.ok(sealedSecrets && !sealedSecrets.includes(reply.body.adminPass))
  }),
)

test(
  'a server is rescued with the requested image and password',
  story(async (it) => {
    const id = await bootedServer(it)
    const reply = await ask(it, id, { adminPass: 'mine', rescue_image_ref: imageId })
    assert.deepEqual([reply.status, reply.body], [200, { adminPass: 'mine' }])
    assert.equal((await orderOf(it)).image.id, imageId)
  }),
)

test(
  'an invalid rescue is refused, and changes nothing',
  story(async (it) => {
    const id = await bootedServer(it)
    for (const body of [{ rescue_image_ref: 'no-id' }, { other: 1 }, 'now'])
      assert.equal((await ask(it, id, body)).status, 400, JSON.stringify(body))
    const unknown = await ask(it, id, { rescue_image_ref: '99999999-1111-4111-8111-111111111111' })
    assert.deepEqual(
      [unknown.status, unknown.body.badRequest.message],
      [400, "Requested rescue image '99999999-1111-4111-8111-111111111111' is not supported"],
    )
    const suspended = await it.addServer({ vmState: 'suspended' })
    const refused = await ask(it, suspended.id, null)
    assert.equal(
      refused.body.conflictingRequest.message,
      `Cannot 'rescue' instance ${suspended.id} while it is in vm_state suspended`,
    )
    assert.equal(await orderOf(it), undefined)
  }),
)

/** Gives the image of the story further properties. */
const describeImage = ({ around }: Story, properties: Readonly<Record<string, string>>): void => {
  around.images = around.images.map((one) => ({ ...one, ...properties }))
}

test(
  'an image says how it is attached beside the disks of the server, unless no guest can have it so',
  story(async (it) => {
    const id = await bootedServer(it)
    const named = { rescue_image_ref: imageId }
    describeImage(it, { hw_rescue_device: 'cdrom', hw_rescue_bus: 'virtio' })
    const refused = await ask(it, id, named, '2.1')
    assert.deepEqual(
      [refused.status, refused.body.badRequest.message],
      [400, `Requested rescue image '${imageId}' is not supported`],
    )
    assert.equal(await orderOf(it), undefined)
    describeImage(it, { hw_rescue_bus: 'usb' })
    assert.equal((await ask(it, id, named, '2.1')).status, 200)
    const { hw_rescue_device, hw_rescue_bus } = (await orderOf(it)).image.properties
    assert.deepEqual([hw_rescue_device, hw_rescue_bus], ['cdrom', 'usb'])
  }),
)

/** A server on `host-1` whose root disk is a volume. */
const serverOnVolume = async (it: Story): Promise<string> => {
  const id = await bootedServer(it)
  const disk = {
    ...({ sourceType: 'volume', destinationType: 'volume' } as const),
    ...{ id: '1', volumeId: 'v', bootIndex: 0, deleteOnTermination: true },
  }
  const { databases, clock } = it.deps
  const cell = await databases.cell(cell1Id)
  await blockDevices(cell, clock).insert(id, [disk])
  const service = await services(cell, clock).ensure('host-1', 'nova-compute', 1)
  await computeNodes(cell, clock).report({
    ...{ id: '00000000-0000-4000-8000-000000000001', service_id: service.id, host: 'host-1', node: 'host-1' },
    ...{ vcpus: 8, memory_mb: 8192, disk_gb: 100, vcpus_used: 1, memory_mb_used: 512, disk_gb_used: 1 },
    ...{ running_vms: 1, hypervisor_type: 'fake', hypervisor_version: 1, cpu_info: '{}' },
    ...{ supported_instances: '[]', host_ip: '10.0.0.1' },
  })
  return id
}

test(
  'a server on a volume is rescued since 2.87 with an image that has both properties, on a host that can',
  story(async (it) => {
    const id = await serverOnVolume(it)
    const named = { rescue_image_ref: imageId }
    const refusal = async (body: unknown, version: string) => {
      const { status, body: said } = await ask(it, id, body, version)
      return [status, said.badRequest?.message]
    }
    const unrescuable = (reason: string) => [400, `Instance ${id} cannot be rescued: ${reason}`]
    const never = unrescuable('Cannot rescue a volume-backed instance')
    it.around.hostTraits = ['COMPUTE_RESCUE_BFV']
    assert.deepEqual(await refusal(null, '2.87'), never)
    assert.deepEqual(await refusal(named, '2.87'), never)
    describeImage(it, { hw_rescue_bus: 'usb' })
    assert.deepEqual(await refusal(named, '2.87'), never)
    describeImage(it, { hw_rescue_device: 'disk' })
    assert.deepEqual(await refusal(named, '2.86'), never)
    it.around.hostTraits = []
    const byHost = unrescuable('Host unable to rescue a volume-backed instance')
    assert.deepEqual(await refusal(named, '2.87'), byHost)
    assert.equal(await orderOf(it), undefined)
    it.around.hostTraits = ['COMPUTE_RESCUE_BFV']
    assert.equal((await ask(it, id, named)).status, 200)
    assert.equal((await orderOf(it)).image.properties.hw_rescue_bus, 'usb')
  }),
)
