import assert from 'node:assert/strict'
import { test } from 'node:test'
import { blockDevices } from '../src/db/servers/block-devices.ts'
import { cell1Id, type Story, story } from './compute-story.ts'

const daily = { name: 'monday', backup_type: 'daily', rotation: 3 }
const ask = ({ send }: Story, id: string, createBackup: unknown, version = '2.45') =>
  send('POST', `/servers/${id}/action`, { body: { createBackup }, version })

const made = ({ around }: Story) => around.images.filter(({ image_type }) => image_type === 'backup')

test(
  'createBackup creates an image with its backup type, and a flow with the rotation',
  story(async (it) => {
    const { id } = await it.addServer()
    const reply = await ask(it, id, { ...daily, rotation: '3' })
    const [image, ...more] = made(it)
    assert.deepEqual([reply.status, reply.body, more], [202, { image_id: image?.id }, []])
    assert.deepEqual(
      [image?.name, image?.backup_type, image?.instance_uuid, image?.status],
      ['monday', 'daily', id, 'queued'],
    )
    const cell = await it.deps.databases.cell(cell1Id)
    const [flow] = await cell.selectFrom('flows').selectAll().execute()
    assert.deepEqual(JSON.parse(flow?.input ?? '').operation, {
      ...{ kind: 'create-backup', imageId: image?.id, backupType: 'daily', rotation: 3 },
    })
    const { body } = await it.send('GET', `/servers/${id}`)
    assert.equal(body.server['OS-EXT-STS:task_state'], 'image_backup')
  }),
)

test(
  'createBackup names no image in its reply with rotation 0, and before 2.45 names it in Location',
  story(async (it) => {
    const { id } = await it.addServer()
    const reply = await ask(it, id, { ...daily, rotation: 0 })
    assert.deepEqual([reply.status, reply.body, reply.headers.location], [202, undefined, undefined])
    const other = await it.addServer()
    const old = await ask(it, other.id, daily, '2.44')
    assert.match(old.headers.location ?? '', /\/images\//)
  }),
)

test(
  'createBackup refuses invalid requests and volume-backed servers',
  story(async (it) => {
    const { id } = await it.addServer()
    for (const wrong of [{ rotation: -1 }, { rotation: 'x' }, { name: '' }, { backup_type: 7 }, { more: 1 }])
      assert.equal((await ask(it, id, { ...daily, ...wrong })).status, 400, JSON.stringify(wrong))
    const disk = {
      ...({ sourceType: 'volume', destinationType: 'volume' } as const),
      ...{ id: '1', volumeId: 'v', bootIndex: 0, deleteOnTermination: true },
    }
    await blockDevices(await it.deps.databases.cell(cell1Id), it.deps.clock).insert(id, [disk])
    const { status, body } = await ask(it, id, daily)
    assert.deepEqual(
      [status, body.badRequest.message],
      [400, 'Backup is not supported for volume-backed instances.'],
    )
    assert.deepEqual(made(it), [])
  }),
)
