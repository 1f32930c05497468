import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startImageStory } from './image-story.ts'

let story: Awaited<ReturnType<typeof startImageStory>>
before(async () => {
  story = await startImageStory()
})
after(() => story[Symbol.asyncDispose]())

const must = async (method: string, path: string, json?: unknown, by: 'ann' | 'admin' = 'ann') => {
  const reply = await story.send(method, path, { by, ...(json === undefined ? {} : { json }) })
  assert.ok(reply.status < 300, `${method} ${path}: ${reply.status} ${JSON.stringify(reply.body)}`)
  return reply.body
}

const names = (list: readonly { readonly name: string }[]) => list.map(({ name }) => name)

test('the API lists its versions and has schemas of images and members', async () => {
  assert.ok((await must('GET', '/versions')).versions.length > 0)
  for (const [name, property] of [
    ['image', 'container_format'],
    ['images', 'images'],
    ['member', 'member_id'],
    ['members', 'members'],
  ] as const) {
    const schema = await must('GET', `/v2/schemas/${name}`)
    assert.deepEqual([schema.name, property in schema.properties], [name, true])
  }
})

test('a single member of an image is shown', async () => {
  const { id } = await story.create({ visibility: 'shared' })
  await must('POST', `/v2/images/${id}/members`, { member: 'bob-project' })
  const member = await must('GET', `/v2/images/${id}/members/bob-project`)
  assert.deepEqual([member.member_id, member.status], ['bob-project', 'pending'])
})

test('objects, properties and tags of a namespace are listed and shown', async () => {
  const path = '/v2/metadefs/namespaces/racks'
  await must('POST', '/v2/metadefs/namespaces', { namespace: 'racks', visibility: 'public' }, 'admin')
  await must('POST', `${path}/objects`, { name: 'row' }, 'admin')
  await must('POST', `${path}/properties`, { name: 'height', title: 'Height', type: 'integer' }, 'admin')
  await must('POST', `${path}/tags/fast`, undefined, 'admin')
  assert.deepEqual(names((await must('GET', `${path}/objects`)).objects), ['row'])
  const { properties } = await must('GET', `${path}/properties`)
  assert.deepEqual([Object.keys(properties), properties.height.title], [['height'], 'Height'])
  assert.equal((await must('GET', `${path}/tags/fast`)).name, 'fast')
})
