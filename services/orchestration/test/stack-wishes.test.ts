import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ownCloud } from '@nimbo/testkit/own-cloud'
import { outputTemplate, stacksOf } from './stacks-story.ts'

/** Actions on stacks besides creating and updating them: who may perform each, and its effect on the cloud. */
const cloud = ownCloud({
  environment: { OS_DEFAULT__ENABLE_STACK_ABANDON: 'true', OS_DEFAULT__ENABLE_STACK_ADOPT: 'true' },
})
const stacks = stacksOf(() => cloud().admin)

const net = (name: string) => ({ type: 'OS::Neutron::Net', properties: { name } })
const netIn = async (place: string): Promise<string> =>
  (await stacks.door.get(stacks.path(`${place}/resources/net`))).body.resource.physical_resource_id
const nameOf = async (id: string): Promise<string | undefined> =>
  (await cloud().admin.network.get(`/v2.0/networks/${id}`)).body.network?.name

test('abandoning a stack leaves its resources, and another stack adopts them', async () => {
  const place = await stacks.create('left', outputTemplate({ net: net('kept') }))
  await stacks.outputs(place)
  const id = await netIn(place)
  const exported = await stacks.door.get(stacks.path(`${place}/export`))
  assert.deepEqual([exported.status, exported.body.resources.net.resource_id], [200, id])
  const { status, body: data } = await stacks.door.delete(stacks.path(`${place}/abandon`))
  assert.equal(status, 200)
  await stacks.gone(place)
  assert.equal(await nameOf(id), 'kept')

  const adopted = await stacks.door.post(stacks.path('/stacks'), {
    stack_name: 'taken',
    adopt_stack_data: JSON.stringify(data),
  })
  assert.equal(adopted.status, 201, JSON.stringify(adopted.body))
  const taken = `/stacks/taken/${adopted.body.stack.id}`
  assert.equal((await stacks.settled(taken)).stack_status, 'ADOPT_COMPLETE')
  assert.equal(await netIn(taken), id)
  await stacks.drop(taken)
  assert.equal(await nameOf(id), undefined)
})

test('restoring a snapshot undoes updates of a stack and removes resources added since', async () => {
  const place = await stacks.create('saved', outputTemplate({ net: net('first') }))
  await stacks.outputs(place)
  const { body } = await stacks.door.post(stacks.path(`${place}/snapshots`), { name: 'early' })
  const snapshot = stacks.path(`${place}/snapshots/${body.id}`)
  assert.equal((await stacks.settled(place)).stack_status, 'SNAPSHOT_COMPLETE')
  await stacks.update(place, outputTemplate({ net: net('second'), more: net('more') }))
  await stacks.outputs(place)
  assert.equal(await nameOf(await netIn(place)), 'second')
  assert.equal((await stacks.door.post(`${snapshot}/restore`)).status, 202)
  assert.equal((await stacks.settled(place)).stack_status, 'RESTORE_COMPLETE')
  assert.equal(await nameOf(await netIn(place)), 'first')
  assert.equal((await stacks.door.get(stacks.path(`${place}/resources/more`))).status, 404)
  assert.equal((await stacks.door.delete(snapshot)).status, 204)
  await stacks.drop(place)
})

test('a resource with an external_id shows the existing object, which outlives the stack', async () => {
  const { network } = (await cloud().admin.network.post('/v2.0/networks', { network: { name: 'older' } }))
    .body
  const resources = { net: { type: 'OS::Neutron::Net', external_id: network.id } }
  const place = await stacks.create(
    'shows',
    outputTemplate(resources, { name: { get_attr: ['net', 'name'] } }),
  )
  assert.equal((await stacks.outputs(place)).name, 'older')
  await stacks.drop(place)
  assert.equal(await nameOf(network.id), 'older')
})

test('an update fails on a resource whose environment restricts updates, and does not change it', async () => {
  const environment = (kind: string) => ({
    resource_registry: { resources: { net: { restricted_actions: kind } } },
  })
  const place = await stacks.create('protected', outputTemplate({ net: net('first') }), {
    environment: environment('update'),
  })
  await stacks.outputs(place)
  const { status } = await stacks.door.put(stacks.path(place), {
    template: outputTemplate({ net: net('second') }),
    environment: environment('update'),
  })
  assert.equal(status, 202)
  const { stack_status, stack_status_reason } = await stacks.settled(place)
  assert.equal(stack_status, 'UPDATE_FAILED')
  assert.match(stack_status_reason, /resources\.net: update is restricted for resource/)
  assert.equal(await nameOf(await netIn(place)), 'first')
  await stacks.drop(place)
})

test('an update with converge reverts changes made outside the stack', async () => {
  const template = outputTemplate({ net: net('wanted') })
  const place = await stacks.create('drifts', template)
  await stacks.outputs(place)
  const id = await netIn(place)
  await cloud().admin.network.put(`/v2.0/networks/${id}`, { network: { name: 'drifted' } })
  const { status } = await stacks.door.put(stacks.path(place), { template, converge: true })
  assert.equal(status, 202)
  await stacks.outputs(place)
  assert.deepEqual([await netIn(place), await nameOf(id)], [id, 'wanted'])
  await stacks.drop(place)
})

test('a resource that is marked unhealthy is replaced by the next update', async () => {
  const template = outputTemplate({ net: net('sick') })
  const place = await stacks.create('ails', template)
  await stacks.outputs(place)
  const id = await netIn(place)
  const mark = { mark_unhealthy: true, resource_status_reason: 'it drops packets' }
  assert.equal((await stacks.door.patch(stacks.path(`${place}/resources/net`), mark)).status, 200)
  const { resource } = (await stacks.door.get(stacks.path(`${place}/resources/net`))).body
  assert.deepEqual(
    [resource.resource_status, resource.resource_status_reason],
    ['CHECK_FAILED', 'it drops packets'],
  )
  await stacks.update(place, template)
  await stacks.outputs(place)
  assert.notEqual(await netIn(place), id)
  await stacks.drop(place)
})

test('stacks are listed by tags, names and states, and in pages', async () => {
  const empty = outputTemplate({})
  const places: string[] = []
  for (const [name, tags] of [
    ['red', 'colour,warm'],
    ['blue', 'colour,cold'],
    ['round', 'shape'],
  ] as const)
    places.push(await stacks.create(name, empty, { tags }))
  for (const place of places) await stacks.outputs(place)
  const found = async (query: string): Promise<readonly string[]> => {
    const { status, body } = await stacks.door.get(stacks.path(`/stacks?${query}`))
    assert.equal(status, 200, JSON.stringify(body))
    return body.stacks.map(({ stack_name }: { readonly stack_name: string }) => stack_name)
  }
  const sorted = async (query: string) => (await found(query)).toSorted()
  assert.deepEqual(await sorted('tags=colour'), ['blue', 'red'])
  assert.deepEqual(await sorted('tags=colour,warm'), ['red'])
  assert.deepEqual(await sorted('tags_any=warm,shape'), ['red', 'round'])
  assert.deepEqual(await sorted('not_tags=colour,warm'), ['blue', 'round'])
  assert.deepEqual(await sorted('not_tags_any=colour'), ['round'])
  assert.deepEqual(await found('name=blue'), ['blue'])
  assert.deepEqual(await sorted('status=COMPLETE&action=CREATE'), ['blue', 'red', 'round'])
  assert.deepEqual(await found('status=FAILED'), [])
  const order = 'sort_keys=stack_name&sort_dir=asc'
  assert.deepEqual(await found(`${order}&limit=2`), ['blue', 'red'])
  const red = places[0]?.split('/').at(-1)
  assert.deepEqual(await found(`${order}&marker=${red}`), ['round'])
  for (const place of places) await stacks.drop(place)
})

test('a member cannot use types reserved for admins nor see stacks of others; a reader creates no stack', async () => {
  const place = await stacks.create('own', outputTemplate({}))
  await stacks.outputs(place)
  const ada = await cloud().person('ada', 'member')
  const hers = stacksOf(() => ada)
  const flavor = { type: 'OS::Nova::Flavor', properties: { ram: 64, vcpus: 1 } }
  const refused = await hers.door.post(hers.path('/stacks'), {
    stack_name: 'big',
    template: outputTemplate({ flavor }),
  })
  assert.equal(refused.status, 403, JSON.stringify(refused.body))
  assert.deepEqual((await hers.door.get(hers.path('/stacks'))).body.stacks, [])
  assert.equal((await hers.door.get(hers.path(place))).status, 404)
  const reader = await cloud().person('rita', 'reader')
  const rita = stacksOf(() => reader)
  const { status } = await rita.door.post(rita.path('/stacks'), {
    stack_name: 'read',
    template: outputTemplate({}),
  })
  assert.equal(status, 403)
  await stacks.drop(place)
})
