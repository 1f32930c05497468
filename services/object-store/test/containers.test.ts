import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startTestCloud, type TestCloud } from '@nimbo/testkit/start-test-cloud'
import { type SwiftAccount, swiftAccount } from './account.ts'

describe('containers', () => {
  let cloud: TestCloud
  let account: SwiftAccount
  before(async () => {
    cloud = await startTestCloud()
    account = swiftAccount(cloud, await cloud.person('ann'))
  })
  after(() => cloud[Symbol.asyncDispose]())

  it('an account exists from the first request on, and is empty', async () => {
    const shown = await account.ask('HEAD')
    assert.equal(shown.status, 204)
    assert.equal(shown.headers.get('x-account-container-count'), '0')
    assert.equal((await account.ask('GET')).status, 204)
  })

  it('PUT creates or changes a container, POST removes metadata, and DELETE needs it to be empty', async () => {
    assert.equal(
      (await account.ask('PUT', '/box', { headers: { 'x-container-meta-color': 'red' } })).status,
      201,
    )
    assert.equal(
      (await account.ask('PUT', '/box', { headers: { 'x-container-meta-size': 'big' } })).status,
      202,
    )
    const shown = await account.ask('HEAD', '/box')
    assert.equal(shown.headers.get('x-container-meta-color'), 'red')
    assert.equal(shown.headers.get('x-container-meta-size'), 'big')
    assert.match(shown.headers.get('x-trans-id') ?? '', /^tx[0-9a-f]{21}-[0-9a-f]{10}$/)
    const remove = { 'x-remove-container-meta-color': 'x', 'x-container-meta-size': '' }
    assert.equal((await account.ask('POST', '/box', { headers: remove })).status, 204)
    const bare = await account.ask('HEAD', '/box')
    assert.equal(bare.headers.get('x-container-meta-color'), null)
    assert.equal(bare.headers.get('x-container-meta-size'), null)
    await account.ask('PUT', '/box/thing', { body: 'x' })
    const refused = await account.ask('DELETE', '/box')
    assert.equal(refused.status, 409)
    assert.match(refused.text, /<h1>Conflict<\/h1><p>There was a conflict/)
    assert.equal((await account.ask('DELETE', '/box/thing')).status, 204)
    assert.equal((await account.ask('DELETE', '/box')).status, 204)
    assert.equal((await account.ask('HEAD', '/box')).status, 404)
  })

  it('a container and its account count their objects and bytes', async () => {
    await account.ask('PUT', '/counted')
    await account.ask('PUT', '/counted/one', { body: '12345' })
    await account.ask('PUT', '/counted/two', { body: '1' })
    await account.ask('PUT', '/counted/one', { body: '123' })
    const shown = await account.ask('HEAD', '/counted')
    assert.equal(shown.headers.get('x-container-object-count'), '2')
    assert.equal(shown.headers.get('x-container-bytes-used'), '4')
    assert.equal((await account.ask('HEAD')).headers.get('x-account-bytes-used'), '4')
  })

  it('a container lists objects by prefix, delimiter and markers, in reverse, and in every format', async () => {
    await account.ask('PUT', '/listed')
    for (const name of ['a', 'b/1', 'b/2', 'b/deep/3', 'c', 'über'])
      await account.ask('PUT', `/listed/${encodeURI(name)}`, { body: name })
    const names = async (query: string): Promise<string> =>
      (await account.ask('GET', `/listed?${query}`)).text.trimEnd().replaceAll('\n', ' ')
    assert.equal(await names(''), 'a b/1 b/2 b/deep/3 c über')
    assert.equal(await names('delimiter=/'), 'a b/ c über')
    assert.equal(await names('delimiter=/&prefix=b/'), 'b/1 b/2 b/deep/')
    assert.equal(await names('path=b'), 'b/1 b/2 b/deep/')
    assert.equal(await names('marker=b/1&end_marker=c'), 'b/2 b/deep/3')
    assert.equal(await names('marker=b/&delimiter=/'), 'c über')
    assert.equal(await names('marker=b/1&delimiter=/'), 'b/ c über')
    assert.equal(await names('marker=b/&delimiter=/&reverse=on'), 'a')
    assert.equal(await names('limit=2'), 'a b/1')
    assert.equal(await names('reverse=on'), 'über c b/deep/3 b/2 b/1 a')
    assert.equal(await names('reverse=on&delimiter=/'), 'über c b/ a')
    assert.equal(await names('reverse=on&marker=c&limit=2'), 'b/deep/3 b/2')
    const [first, second] = JSON.parse((await account.ask('GET', '/listed?format=json&delimiter=/')).text)
    assert.deepEqual(Object.keys(first).sort(), ['bytes', 'content_type', 'hash', 'last_modified', 'name'])
    assert.match(first.last_modified, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}$/)
    assert.deepEqual(second, { subdir: 'b/' })
    const xml = await account.ask('GET', '/listed?delimiter=/', { headers: { accept: 'application/xml' } })
    assert.match(
      xml.text,
      /^<\?xml version="1.0" encoding="UTF-8"\?>\n<container name="listed"><object><name>a<\/name>/,
    )
    assert.match(xml.text, /<subdir name="b\/"><name>b\/<\/name><\/subdir>/)
    assert.equal((await account.ask('GET', '/listed?limit=10001')).status, 412)
    assert.equal((await account.ask('GET', '/listed', { headers: { accept: 'image/png' } })).status, 406)
  })

  it('an account lists its containers with their numbers of objects and bytes', async () => {
    await account.ask('PUT', '/zoo')
    const listed = JSON.parse((await account.ask('GET', '?format=json&prefix=zoo')).text)
    assert.deepEqual(
      listed.map(({ name, count, bytes }: Record<string, unknown>) => ({ name, count, bytes })),
      [{ name: 'zoo', count: 0, bytes: 0 }],
    )
  })

  it('a container with a too long name or metadata, an unknown policy or a bad ACL is refused', async () => {
    const long = 'x'.repeat(257)
    assert.equal((await account.ask('PUT', `/${long}`)).status, 400)
    const refused = await account.ask('PUT', '/limits', {
      headers: { [`x-container-meta-${'n'.repeat(129)}`]: 'v' },
    })
    assert.equal(refused.status, 400)
    assert.match(refused.text, /^Metadata name too long/)
    assert.equal((await account.ask('HEAD', '/limits')).status, 404)
    assert.equal(
      (await account.ask('PUT', '/limits', { headers: { 'x-storage-policy': 'gold' } })).status,
      400,
    )
    assert.equal(
      (await account.ask('PUT', '/limits', { headers: { 'x-container-read': '.unknown:x' } })).status,
      400,
    )
    assert.equal(
      (await account.ask('PUT', '/limits', { headers: { 'x-container-write': '.r:*' } })).status,
      400,
    )
  })

  it('a container takes no more metadata in several requests than in one', async () => {
    const many = (letter: string) =>
      Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`x-container-meta-${letter}${n}`, 'v']))
    assert.equal((await account.ask('PUT', '/often', { headers: many('a') })).status, 201)
    for (const method of ['PUT', 'POST'])
      assert.equal((await account.ask(method, '/often', { headers: many('b') })).status, 400, method)
    assert.equal((await account.ask('HEAD', '/often')).headers.get('x-container-meta-b0'), null)
  })

  it('a container refuses objects beyond its quota', async () => {
    const quota = { 'x-container-meta-quota-bytes': '4', 'x-container-meta-quota-count': '2' }
    await account.ask('PUT', '/small', { headers: quota })
    assert.equal((await account.ask('PUT', '/small/one', { body: '123' })).status, 201)
    const refused = await account.ask('PUT', '/small/two', { body: '12' })
    assert.deepEqual([refused.status, refused.text], [413, 'Upload exceeds quota.'])
    assert.equal((await account.ask('PUT', '/small/one', { body: '1234' })).status, 201)
    assert.equal((await account.ask('PUT', '/small/two', { body: '' })).status, 201)
    assert.equal((await account.ask('PUT', '/small/three', { body: '' })).status, 413)
    assert.equal(
      (await account.ask('POST', '/small', { headers: { 'x-container-meta-quota-bytes': 'much' } })).status,
      400,
    )
  })

  it('an unknown method is refused with the list of the allowed ones', async () => {
    const refused = await account.ask('PATCH', '/box')
    assert.equal(refused.status, 405)
    assert.equal(refused.headers.get('allow'), 'DELETE, GET, HEAD, OPTIONS, POST, PUT')
    assert.equal((await account.ask('PUT')).status, 403)
  })
})
