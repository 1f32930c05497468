import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { describe, it } from 'node:test'
import { receiveAll } from '@nimbo/testkit/received-notifications'
import { startImageStory } from './image-story.ts'

const told = { OS_OSLO_MESSAGING_NOTIFICATIONS__DRIVER: 'messagingv2' }

describe('notifications of the image service', () => {
  it('announce changes to an image and its members, and who downloads it', async () => {
    await using story = await startImageStory(told)
    await using heard = await receiveAll(story.bus)
    const { id } = await story.active({ visibility: 'shared', colour: 'red' })
    await story.patch(id, [{ op: 'replace', path: '/name', value: 'new' }])
    await story.send('PUT', `/v2/images/${id}/tags/quick`)
    for (const move of ['deactivate', 'reactivate'])
      await story.send('POST', `/v2/images/${id}/actions/${move}`, { by: 'admin' })
    const members = `/v2/images/${id}/members`
    await story.send('POST', members, { json: { member: 'bob-project' } })
    await story.send('PUT', `${members}/bob-project`, { by: 'bob', json: { status: 'accepted' } })
    await story.send('GET', `/v2/images/${id}/file`, { by: 'bob' })
    await story.send('DELETE', `${members}/bob-project`)
    await story.send('DELETE', `/v2/images/${id}`)
    await story.settled()

    assert.deepEqual(heard.events(id), [
      ...['image.create', 'image.prepare', 'image.upload', 'image.activate'],
      ...['image.update', 'image.update', 'image.update', 'image.update'],
      ...['image.member.create', 'image.member.update', 'image.send', 'image.member.delete'],
      'image.delete',
    ])
    await heard.assertDeclared()

    const payload = (event: string) => heard.last(event).payload as Readonly<Record<string, unknown>>
    const { status, size, checksum, owner, properties, is_public } = payload('image.activate')
    assert.deepEqual(
      [status, size, checksum, owner, properties, is_public],
      ['active', 4, '8d777f385d3dfec8815d20f7496026dc', 'ann-project', { colour: 'red' }, false],
    )
    assert.equal(payload('image.prepare').status, 'saving')
    const gone = payload('image.delete')
    assert.deepEqual([gone.status, gone.deleted, typeof gone.deleted_at], ['deleted', true, 'string'])
    const sent = payload('image.send')
    assert.deepEqual(
      [sent.bytes_sent, sent.owner_id, sent.receiver_tenant_id, sent.receiver_user_id, sent.destination_ip],
      [4, 'ann-project', 'bob-project', 'bob', '127.0.0.1'],
    )
  })

  it('announce the steps of an import task and of its image', async () => {
    await using story = await startImageStory(told)
    await using heard = await receiveAll(story.bus)
    const { id } = await story.create()
    await story.send('PUT', `/v2/images/${id}/stage`, {
      headers: { 'content-type': 'application/octet-stream' },
      body: Readable.from([Buffer.from('data')]),
    })
    await story.send('POST', `/v2/images/${id}/import`, { json: { method: { name: 'glance-direct' } } })
    await story.settled()
    const [task] = (await story.send('GET', `/v2/images/${id}/tasks`)).body.tasks
    assert.deepEqual(heard.events(id), ['image.create', 'image.prepare', 'image.upload', 'image.activate'])
    assert.deepEqual(heard.events(task.id), ['task.create', 'task.run', 'task.processing', 'task.success'])
    await heard.assertDeclared()
  })

  it('announce only the start of an upload that fails', async () => {
    await using story = await startImageStory(told)
    await using heard = await receiveAll(story.bus)
    const { id } = await story.create({ disk_format: 'qcow2' })
    assert.equal((await story.upload(id, [Buffer.from('no qcow2')])).status >= 400, true)
    await story.settled()
    assert.deepEqual(heard.events(id), ['image.create', 'image.prepare'])
  })

  it('leave out events that disabled_notifications names, singly or by prefix', async () => {
    await using story = await startImageStory({
      ...told,
      OS_DEFAULT__DISABLED_NOTIFICATIONS: 'image.prepare, image.member',
    })
    await using heard = await receiveAll(story.bus)
    const { id } = await story.active()
    await story.send('POST', `/v2/images/${id}/members`, { json: { member: 'bob-project' } })
    await story.settled()
    assert.deepEqual(heard.events(id), ['image.create', 'image.upload', 'image.activate'])
  })

  it('are sent only if an operator enables them', async () => {
    await using story = await startImageStory()
    await using heard = await receiveAll(story.bus)
    const { id } = await story.active()
    assert.equal((await story.send('GET', `/v2/images/${id}/file`)).body.toString(), 'data')
    await story.settled()
    assert.deepEqual(heard.events(), [])
  })
})
