import assert from 'node:assert/strict'
import { test } from 'node:test'
import { receiveAll } from '@nimbo/testkit/received-notifications'
import { startImageStory } from './image-story.ts'

type Story = Awaited<ReturnType<typeof startImageStory>>

const namespaces = '/v2/metadefs/namespaces'
const hardware = `${namespaces}/OS::Hardware`
const cores = { title: 'Cores', type: 'integer', minimum: 1 }

const admin = (story: Story) => ({
  send: (method: string, path: string, json?: unknown, headers: Readonly<Record<string, string>> = {}) =>
    story.send(method, path, { by: 'admin', headers, ...(json === undefined ? {} : { json }) }),
  must: async (method: string, path: string, json?: unknown) => {
    const reply = await story.send(method, path, { by: 'admin', ...(json === undefined ? {} : { json }) })
    assert.ok(reply.status < 300, `${method} ${path}: ${reply.status} ${JSON.stringify(reply.body)}`)
    return reply.body
  },
})

const whole = {
  namespace: 'OS::Hardware',
  display_name: 'Hardware',
  visibility: 'public',
  resource_type_associations: [{ name: 'OS::Glance::Image', prefix: 'hw_' }],
  objects: [{ name: 'CPU', required: ['cores'], properties: { cores } }],
  properties: { sockets: { title: 'Sockets', type: 'integer' } },
  tags: [{ name: 'fast' }],
}

test('a namespace is created and shown with its objects, properties, tags and resource types', async () => {
  await using story = await startImageStory()
  const { send, must } = admin(story)
  const made = await send('POST', namespaces, whole)
  assert.equal(made.status, 201, JSON.stringify(made.body))
  assert.equal(made.headers.location, 'http://cloud.test/image/v2/metadefs/namespaces/OS%3A%3AHardware')
  // What is in it is shown as it was sent: without times and links.
  const { resource_type_associations, objects, properties, tags } = made.body
  const sent = { resource_type_associations, objects, properties, tags }
  const { namespace: _, display_name: __, visibility: ___, ...contents } = whole
  assert.deepEqual(sent, contents)
  const { body } = await story.send('GET', hardware)
  assert.deepEqual(
    [body.protected, body.owner, body.objects[0].name, body.objects[0].properties, body.tags[0].name],
    [false, 'admin-project', 'CPU', { cores }, 'fast'],
  )
  assert.deepEqual(Object.keys(body.properties), ['sockets'])
  const prefixed = await story.send('GET', `${hardware}?resource_type=OS::Glance::Image`)
  assert.deepEqual(Object.keys(prefixed.body.properties), ['hw_sockets'])
  assert.equal((await story.send('GET', `${hardware}?resource_type=Other`)).status, 404)
  const types = await must('GET', '/v2/metadefs/resource_types')
  assert.deepEqual(
    types.resource_types.map(({ name }: { name: string }) => name),
    ['OS::Glance::Image'],
  )
  assert.equal((await send('POST', namespaces, whole)).status, 409)
  const twice = { ...whole, namespace: 'Twice', tags: [{ name: 'a' }, { name: 'a' }] }
  assert.equal((await send('POST', namespaces, twice)).status, 409)
  assert.equal((await send('GET', `${namespaces}/Twice`)).status, 404)
})

test('the lists of objects, properties and tags of a namespace have the form of Glance’s', async () => {
  await using story = await startImageStory()
  const { must } = admin(story)
  await must('POST', namespaces, whole)
  assert.deepEqual(await must('GET', `${hardware}/tags`), { tags: [{ name: 'fast' }] })
  assert.deepEqual(await must('GET', `${hardware}/properties`), {
    properties: { sockets: { name: 'sockets', title: 'Sockets', type: 'integer' } },
  })
  assert.deepEqual(Object.keys(await must('GET', `${hardware}/objects`)).sort(), ['objects', 'schema'])
  const object = `${hardware}/objects/CPU`
  const changed = await must('PUT', object, { name: 'CPU', description: 'changed' })
  assert.deepEqual(
    [changed.description, changed.required, changed.properties],
    ['changed', undefined, undefined],
  )
  assert.deepEqual((await must('GET', object)).required, [])
})

test('the visibility of a namespace decides who sees it, and only admins can change it', async () => {
  await using story = await startImageStory()
  const { must, send } = admin(story)
  await must('POST', namespaces, { namespace: 'Open', visibility: 'public' })
  await must('POST', namespaces, { namespace: 'Closed' })
  await must('POST', namespaces, { namespace: 'Anns', owner: 'ann-project' })
  const seen = async (query = '') =>
    (await story.send('GET', `${namespaces}${query}`)).body.namespaces.map(
      ({ namespace }: { namespace: string }) => namespace,
    )
  assert.deepEqual(await seen('?sort_key=namespace&sort_dir=asc'), ['Anns', 'Open'])
  assert.deepEqual(await seen('?visibility=public'), ['Open'])
  assert.equal((await story.send('GET', `${namespaces}/Closed`)).status, 404)
  assert.equal((await story.send('DELETE', `${namespaces}/Anns`)).status, 403)
  assert.equal((await story.send('POST', namespaces, { json: { namespace: 'Mine' } })).status, 403)
  const first = await send('GET', `${namespaces}?limit=2&sort_key=namespace&sort_dir=asc`)
  const second = await send('GET', first.body.next)
  assert.deepEqual(
    second.body.namespaces.map(({ namespace }: { namespace: string }) => namespace),
    ['Open'],
  )
  for (const wrong of ['limit=0', 'limit=x', 'visibility=odd', 'sort_key=owner', 'marker=none'])
    assert.ok([400, 404].includes((await send('GET', `${namespaces}?${wrong}`)).status), wrong)
})

test('a namespace is renamed, protected, and deleted with its contents', async () => {
  await using story = await startImageStory()
  const { must, send } = admin(story)
  await must('POST', namespaces, whole)
  await must('POST', namespaces, { namespace: 'Other' })
  assert.equal((await send('PUT', hardware, { namespace: 'Other' })).status, 409)
  const renamed = await must('PUT', hardware, {
    namespace: 'Hardware',
    protected: true,
    visibility: 'public',
  })
  assert.equal(renamed.self, '/v2/metadefs/namespaces/Hardware')
  assert.equal((await send('DELETE', `${namespaces}/Hardware`)).status, 403)
  await must('PUT', `${namespaces}/Hardware`, { namespace: 'Hardware', protected: false })
  assert.equal((await send('DELETE', `${namespaces}/Hardware`)).status, 204)
  assert.equal((await send('GET', `${namespaces}/Hardware`)).status, 404)
  await must('POST', namespaces, { namespace: 'Hardware' })
  assert.deepEqual((await must('GET', `${namespaces}/Hardware/tags`)).tags, [])
})

for (const [kind, key, body, changed] of [
  ['objects', 'CPU', { name: 'CPU', properties: { cores } }, { name: 'Processor', required: ['cores'] }],
  [
    'properties',
    'cores',
    { name: 'cores', ...cores },
    { name: 'threads', title: 'Threads', type: 'integer' },
  ],
] as const)
  test(`${kind} are made, shown, changed, renamed and deleted`, async () => {
    await using story = await startImageStory()
    const { must, send } = admin(story)
    await must('POST', namespaces, { namespace: 'OS::Hardware', visibility: 'public' })
    const all = `${hardware}/${kind}`
    const made = await send('POST', all, body)
    assert.equal(made.status, 201, JSON.stringify(made.body))
    assert.equal((await send('POST', all, body)).status, 409)
    assert.equal((await story.send('POST', all, { json: body })).status, 403)
    assert.equal((await story.send('GET', `${all}/${key}`)).body.name, key)
    assert.equal((await send('PUT', `${all}/${key}`, changed)).status, 200)
    assert.equal((await send('GET', `${all}/${key}`)).status, 404)
    assert.equal((await send('GET', `${all}/${changed.name}`)).status, 200)
    await must('POST', all, body)
    assert.equal((await send('PUT', `${all}/${key}`, changed)).status, 409)
    assert.equal((await send('DELETE', `${all}/${key}`)).status, 204)
    assert.equal((await send('DELETE', `${all}/${key}`)).status, 404)
    assert.equal((await send('DELETE', all)).status, 204)
    assert.equal((await send('GET', `${all}/${changed.name}`)).status, 404)
    for (const wrong of [{}, { ...body, name: '' }, { ...body, colour: 'red' }, { ...body, name: 5 }])
      assert.equal((await send('POST', all, wrong)).status, 400, JSON.stringify(wrong))
  })

test('tags of a namespace are created singly or as a list, which replaces the others or is appended', async () => {
  await using story = await startImageStory()
  const { must, send } = admin(story)
  await must('POST', namespaces, { namespace: 'OS::Hardware', visibility: 'public' })
  const tags = `${hardware}/tags`
  const names = async (query = '') =>
    (await must('GET', `${tags}${query}`)).tags.map(({ name }: { name: string }) => name)
  assert.equal((await send('POST', `${tags}/fast`)).status, 201)
  assert.equal((await send('POST', `${tags}/fast`)).status, 409)
  assert.equal((await send('POST', `${tags}/${'x'.repeat(81)}`)).status, 400)
  await must('POST', tags, { tags: [{ name: 'a' }, { name: 'b' }] })
  assert.deepEqual(await names('?sort_key=name&sort_dir=asc'), ['a', 'b'])
  const more = { tags: [{ name: 'c' }] }
  assert.equal((await send('POST', tags, more, { 'x-openstack-append': 'true' })).status, 201)
  assert.deepEqual(await names('?sort_key=name&sort_dir=desc&limit=2'), ['c', 'b'])
  assert.deepEqual(await names('?sort_key=name&sort_dir=desc&marker=b'), ['a'])
  assert.equal((await send('PUT', `${tags}/c`, { name: 'd' })).body.name, 'd')
  assert.equal((await send('GET', `${tags}/c`)).status, 404)
  assert.equal((await send('DELETE', `${tags}/d`)).status, 204)
  assert.equal((await send('DELETE', tags)).status, 204)
  assert.deepEqual(await names(), [])
})

test('a resource type association filters namespaces and gives the names of properties a prefix', async () => {
  await using story = await startImageStory()
  const { must, send } = admin(story)
  await must('POST', namespaces, { ...whole, resource_type_associations: [] })
  const all = `${hardware}/resource_types`
  const flavor = { name: 'OS::Nova::Flavor', prefix: 'hw:' }
  assert.equal((await send('POST', all, flavor)).status, 201)
  assert.equal((await send('POST', all, flavor)).status, 409)
  assert.deepEqual((await must('GET', all)).resource_type_associations[0].prefix, 'hw:')
  const shown = await must('GET', `${hardware}/properties/hw:sockets?resource_type=OS::Nova::Flavor`)
  assert.equal(shown.name, 'hw:sockets')
  const only = await must('GET', `${namespaces}?resource_types=OS::Nova::Flavor,Other`)
  assert.equal(only.namespaces.length, 1)
  assert.deepEqual((await must('GET', `${namespaces}?resource_types=Other`)).namespaces, [])
  assert.equal((await send('DELETE', `${all}/OS::Nova::Flavor`)).status, 204)
  assert.equal((await send('DELETE', `${all}/OS::Nova::Flavor`)).status, 404)
})

test('changes to metadefs send notifications', async () => {
  await using story = await startImageStory({ OS_OSLO_MESSAGING_NOTIFICATIONS__DRIVER: 'messagingv2' })
  await using heard = await receiveAll(story.bus)
  const { must } = admin(story)
  await must('POST', namespaces, whole)
  await must('PUT', `${hardware}/tags/fast`, { name: 'quick' })
  await must('DELETE', `${hardware}/objects`)
  await must('DELETE', `${hardware}/resource_types/OS::Glance::Image`)
  await must('DELETE', hardware)
  await story.settled()
  assert.deepEqual(heard.events(), [
    'metadef_namespace.create',
    ...[
      'metadef_resource_type.create',
      'metadef_object.create',
      'metadef_property.create',
      'metadef_tag.create',
    ],
    ...['metadef_tag.update', 'metadef_namespace.delete_objects', 'metadef_resource_type.delete'],
    'metadef_namespace.delete',
  ])
  await heard.assertDeclared()
})

test('tasks and all kinds of metadefs have a schema', async () => {
  await using story = await startImageStory()
  for (const [name, attribute] of [
    ['task', 'result'],
    ['tasks', 'tasks'],
    ['metadefs/namespace', 'namespace'],
    ['metadefs/namespaces', 'namespaces'],
    ['metadefs/object', 'required'],
    ['metadefs/objects', 'objects'],
    ['metadefs/property', 'operators'],
    ['metadefs/properties', 'properties'],
    ['metadefs/resource_type', 'prefix'],
    ['metadefs/resource_types', 'resource_type_associations'],
    ['metadefs/tag', 'name'],
    ['metadefs/tags', 'tags'],
  ] as const) {
    const { status, body } = await story.send('GET', `/v2/schemas/${name}`)
    assert.deepEqual([status, attribute in body.properties], [200, true], name)
  }
})
