import assert from 'node:assert/strict'
import { test } from 'node:test'
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
      [400, 'Image 99999999-1111-4111-8111-111111111111 could not be found.'],
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

test(
  'a volume-backed server can be rescued from 2.87 on, and only with a named image',
  story(async (it) => {
    const id = await bootedServer(it)
    const disk = {
      ...({ sourceType: 'volume', destinationType: 'volume' } as const),
      ...{ id: '1', volumeId: 'v', bootIndex: 0, deleteOnTermination: true },
    }
    await blockDevices(await it.deps.databases.cell(cell1Id), it.deps.clock).insert(id, [disk])
    const named = { rescue_image_ref: imageId }
    for (const [body, version] of [
      [named, '2.86'],
      [null, '2.87'],
    ] as const) {
      const refused = await ask(it, id, body, version)
      assert.equal(refused.status, 400)
      assert.match(refused.body.badRequest.message, /Cannot rescue a volume-backed instance$/)
    }
    assert.equal((await ask(it, id, named)).status, 200)
  }),
)
