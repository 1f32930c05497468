import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { standardTraits } from '../src/domain/standard-traits.ts'
import { startPlacementStory } from './placement-story.ts'

const detailOf = ({ body }: { readonly body: { errors: readonly { detail: string }[] } }) =>
  body.errors[0]?.detail

test('a request that does not accept JSON is refused with 406, except for the versions', async () => {
  await using story = await startPlacementStory()
  for (const [accept, status] of [
    ['application/json', 200],
    ['*/*', 200],
    ['text/html,application/*;q=0.8', 200],
    ['text/plain', 406],
    ['text/plain, application/xml;q=0.9', 406],
    ['application/json;q=0, */*', 406],
  ] as const) {
    const reply = await story.speak('GET', '/resource_providers', { headers: { accept } })
    assert.equal(reply.status, status, accept)
    if (status === 406) assert.equal(detailOf(reply), 'Only application/json is provided')
  }
  assert.equal((await story.speak('GET', '/', { headers: { accept: 'text/plain' } })).status, 200)
})

test('a request body must be JSON and have a content-type', async () => {
  await using story = await startPlacementStory()
  const body = JSON.stringify({ name: 'host' })
  const post = (headers: Readonly<Record<string, string>>) =>
    story.speak('POST', '/resource_providers', { body, headers })
  const plain = await post({ 'content-type': 'text/plain' })
  assert.equal(plain.status, 415)
  assert.equal(detailOf(plain), 'The media type text/plain is not supported, use application/json')
  const silent = await post({ 'content-length': String(body.length) })
  assert.deepEqual(
    [silent.status, detailOf(silent)],
    [400, 'content-type header required when content-length > 0'],
  )
  assert.equal((await post({ 'content-type': 'application/json; charset=utf-8' })).status, 201)
})

test('an unknown microversion is refused with 406, and a malformed one with 400', async () => {
  await using story = await startPlacementStory()
  for (const version of ['0.5', '1.40', '2.0']) {
    const reply = await story.send('GET', '/traits', undefined, { version })
    assert.deepEqual(
      [reply.status, detailOf(reply)],
      [406, `Invalid microversion: Unacceptable version header: ${version}`],
    )
  }
  assert.equal((await story.send('GET', '/traits', undefined, { version: 'pony' })).status, 400)
})

test('deleting all inventories at once is refused with 405 before 1.5', async () => {
  await using story = await startPlacementStory()
  const host = await story.provider('host', { inventories: { VCPU: { total: 4 } } })
  const path = `/resource_providers/${host}/inventories`
  const early = await story.send('DELETE', path, undefined, { version: '1.4' })
  assert.deepEqual([early.status, early.headers.allow], [405, 'GET, HEAD, POST, PUT'])
  assert.equal((await story.send('DELETE', path, undefined, { version: '1.5' })).status, 204)
})

test('PUT of a resource class renames it from 1.2 to 1.6, and creates it from 1.7 on', async () => {
  await using story = await startPlacementStory()
  const put = async (name: string, version: string, json?: object) =>
    (await story.send('PUT', `/resource_classes/${name}`, json, { version })).status
  await story.must('POST', '/resource_classes', { name: 'CUSTOM_OLD' })
  assert.equal(await put('CUSTOM_OLD', '1.2', { name: 'CUSTOM_NEW' }), 200)
  assert.equal(await put('CUSTOM_OLD', '1.6', { name: 'CUSTOM_NEWER' }), 404)
  assert.equal(await put('CUSTOM_NEW', '1.6', { name: 'CUSTOM_NEWER' }), 200)
  assert.equal(await put('CUSTOM_NEW', '1.7'), 201)
  const { resource_classes } = await story.must('GET', '/resource_classes')
  const custom = resource_classes.flatMap(({ name }: { name: string }) =>
    name.startsWith('CUSTOM_') ? [name] : [],
  )
  assert.deepEqual(custom.sort(), ['CUSTOM_NEW', 'CUSTOM_NEWER'])
})

test('an inventory can be added without a generation, and an outdated one is refused', async () => {
  await using story = await startPlacementStory()
  const path = `/resource_providers/${await story.provider('host')}/inventories`
  const added = await story.send('POST', path, { resource_class: 'VCPU', total: 4 })
  assert.deepEqual([added.status, added.body.resource_provider_generation], [201, 1])
  const stale = { resource_class: 'MEMORY_MB', total: 4, resource_provider_generation: 0 }
  assert.equal((await story.send('POST', path, stale)).status, 409)
})

test('the error message for an invalid body or query names the failed part of the JSON schema', async () => {
  await using story = await startPlacementStory()
  const host = await story.provider('host')
  const path = `/resource_providers/${host}/inventories/VCPU`
  for (const [method, to, json, failed] of [
    ['PUT', path, { resource_provider_generation: 0, total: 2 ** 31 }, 'maximum'],
    ['POST', '/resource_providers', { name: 1 }, 'type'],
    ['POST', '/resource_providers', { name: 'a', colour: 'red' }, 'additionalProperties'],
    ['POST', '/resource_providers', {}, 'required'],
    ['GET', '/resource_providers?colour=red', undefined, 'additionalProperties'],
    ['GET', '/resource_providers?name=a&name=b', undefined, 'type'],
  ] as const) {
    const reply = await story.send(method, to, json)
    assert.equal(reply.status, 400, to)
    assert.ok(detailOf(reply)?.includes(`\n\nFailed validating '${failed}' in schema`), detailOf(reply))
  }
})

test('all standard traits are listed and cannot be deleted', async () => {
  await using story = await startPlacementStory()
  const { traits } = await story.must('GET', '/traits')
  assert.ok(standardTraits.size >= 345)
  for (const name of ['HW_CPU_X86_AVX512VNNI', 'HW_GPU_API_VULKAN', 'HW_NIC_OFFLOAD_TSO', 'STORAGE_DISK_SSD'])
    assert.ok(traits.includes(name), name)
  assert.equal(new Set(traits).size, standardTraits.size)
  assert.equal((await story.send('DELETE', '/traits/STORAGE_DISK_SSD')).status, 400)
  const odd = await story.send('GET', '/traits?associated=maybe')
  assert.equal(odd.status, 400)
})

test('the parent of a provider cannot be changed before 1.37', async () => {
  await using story = await startPlacementStory()
  const [one, other, child] = [
    await story.provider('one'),
    await story.provider('other'),
    await story.provider('child'),
  ]
  const hang = (version: string, parent_provider_uuid: string | null) =>
    story.send('PUT', `/resource_providers/${child}`, { name: 'child', parent_provider_uuid }, { version })
  assert.equal((await hang('1.14', one)).status, 200)
  assert.equal((await hang('1.36', one)).status, 200)
  const moved = await hang('1.36', other)
  assert.equal(moved.status, 400)
  assert.match(detailOf(moved) ?? '', /re-parenting a provider is not currently allowed/)
  const freed = await hang('1.36', null)
  assert.match(detailOf(freed) ?? '', /un-parenting a provider is not currently allowed/)
  assert.equal((await story.must('GET', `/resource_providers/${child}`)).parent_provider_uuid, one)
  assert.equal((await hang('1.37', other)).status, 200)
  const lost = await hang('1.37', randomUUID())
  assert.deepEqual(
    [lost.status, detailOf(lost)?.includes('parent provider UUID does not exist')],
    [400, true],
  )
})

test('a consumer must be a UUID, in any notation', async () => {
  await using story = await startPlacementStory()
  const host = await story.provider('host', { inventories: { VCPU: { total: 4 } } })
  const bad = await story.claim(host, { VCPU: 1 }, 'server-1')
  assert.deepEqual([bad.status, detailOf(bad)], [400, 'Malformed consumer_uuid: server-1'])
  const consumer = randomUUID()
  assert.equal((await story.claim(host, { VCPU: 1 }, consumer.replaceAll('-', '').toUpperCase())).status, 204)
  const { allocations } = await story.must('GET', `/allocations/${consumer}`)
  assert.deepEqual(Object.keys(allocations), [host])
})

test('an inventory cannot be reserved entirely before 1.26', async () => {
  await using story = await startPlacementStory()
  const host = await story.provider('host')
  const put = (version: string) => {
    const inventories = { VCPU: { total: 4, reserved: 4 } }
    const json = { resource_provider_generation: 0, inventories }
    return story.send('PUT', `/resource_providers/${host}/inventories`, json, { version })
  }
  const refused = await put('1.25')
  assert.equal(refused.status, 400)
  assert.match(detailOf(refused) ?? '', /reserved value is greater than or equal to total/)
  assert.equal((await put('1.26')).status, 200)
})

test('conflicts are answered with the messages that clients match on', async () => {
  await using story = await startPlacementStory()
  const host = await story.provider('host', { inventories: { VCPU: { total: 4 }, DISK_GB: { total: 9 } } })
  const consumer = randomUUID()
  await story.claim(host, { VCPU: 1, DISK_GB: 1 }, consumer)
  const again = await story.claim(host, { VCPU: 1 }, consumer)
  assert.deepEqual(
    [again.status, detailOf(again)],
    [409, 'consumer generation conflict - expected 1 but got None'],
  )
  const other = { ...story.claimBody({ [host]: { VCPU: 1 } }), consumer_generation: 3 }
  const unknown = await story.send('PUT', `/allocations/${randomUUID()}`, other)
  assert.equal(detailOf(unknown), 'consumer generation conflict - expected null but got 3')
  const path = `/resource_providers/${host}`
  const { resource_provider_generation } = await story.must('GET', `${path}/inventories`)
  const inUse = `on resource provider '${host}' in use.`
  const emptied = await story.send('PUT', `${path}/inventories`, {
    resource_provider_generation,
    inventories: {},
  })
  assert.equal(detailOf(emptied), `update conflict: Inventory for 'DISK_GB, VCPU' ${inUse}`)
  const one = await story.send('DELETE', `${path}/inventories/VCPU`)
  assert.equal(detailOf(one), `Unable to delete inventory of class VCPU: Inventory for 'VCPU' ${inUse}`)
  const stale = { resource_provider_generation: 0 }
  const inventories = await story.send('PUT', `${path}/inventories`, { ...stale, inventories: {} })
  assert.equal(detailOf(inventories), 'resource provider generation conflict')
  for (const part of ['traits', 'aggregates']) {
    const reply = await story.send('PUT', `${path}/${part}`, { ...stale, [part]: [] })
    assert.match(detailOf(reply) ?? '', /Resource provider's generation already changed/)
  }
})
