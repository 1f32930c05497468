import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startTestCloud, type TestCloud } from '@nimbo/testkit/start-test-cloud'
import { type SwiftAccount, swiftAccount } from './account.ts'

interface Listed {
  readonly name: string
  readonly version_id: string
  readonly is_latest: boolean
  readonly content_type: string
}

describe('versions of objects', () => {
  let cloud: TestCloud
  let account: SwiftAccount
  before(async () => {
    cloud = await startTestCloud()
    account = swiftAccount(cloud, await cloud.person('ann'))
  })
  after(() => cloud[Symbol.asyncDispose]())

  const enabled = { 'x-versions-enabled': 'true' }
  const put = async (path: string, body: string): Promise<string> =>
    (await account.ask('PUT', path, { body })).headers.get('x-object-version-id') ?? ''
  const listed = async (container: string, query = ''): Promise<readonly Listed[]> =>
    JSON.parse((await account.ask('GET', `/${container}?versions&format=json${query}`)).text)

  it('are kept in the container, read by their ids, and can be restored', async () => {
    await account.ask('PUT', '/kept')
    await account.ask('PUT', '/kept/doc', { body: 'before' })
    assert.equal((await account.ask('POST', '/kept', { headers: enabled })).status, 204)
    assert.equal((await account.ask('HEAD', '/kept')).headers.get('x-versions-enabled'), 'True')
    const [first, second] = [await put('/kept/doc', 'first'), await put('/kept/doc', 'second')]
    assert.equal((await account.ask('GET', '/kept/doc')).text, 'second')
    assert.equal((await account.ask('GET', `/kept/doc?version-id=${first}`)).text, 'first')
    assert.equal((await account.ask('GET', '/kept/doc?version-id=null')).text, 'before')
    assert.deepEqual(
      (await listed('kept')).map(({ version_id, is_latest }) => [version_id, is_latest]),
      [
        [second, true],
        [first, false],
        ['null', false],
      ],
    )
    const shown = await account.ask('HEAD', '/kept')
    assert.equal(shown.headers.get('x-container-object-count'), '1')
    assert.equal(shown.headers.get('x-container-bytes-used'), String('beforefirstsecond'.length))
    assert.equal((await account.ask('PUT', `/kept/doc?version-id=${first}`, { body: '' })).status, 201)
    assert.equal((await account.ask('GET', '/kept/doc')).text, 'first')
    assert.equal((await account.ask('PUT', '/kept/doc?version-id=none', { body: '' })).status, 404)
  })

  it('stay when the object is deleted, until they are deleted themselves', async () => {
    await account.ask('PUT', '/left', { headers: enabled })
    const id = await put('/left/doc', 'text')
    const gone = await account.ask('DELETE', '/left/doc')
    const marker = gone.headers.get('x-object-version-id')
    assert.equal((await account.ask('GET', '/left/doc')).status, 404)
    assert.equal((await account.ask('GET', '/left')).text, '')
    assert.deepEqual(
      (await listed('left')).map(({ version_id, is_latest, content_type }) => [
        version_id,
        is_latest,
        content_type.slice(0, 21),
      ]),
      [
        [marker, true, 'application/x-deleted'],
        [id, false, 'application/octet-str'],
      ],
    )
    assert.equal((await account.ask('DELETE', '/left')).status, 409)
    const removed = await account.ask('DELETE', `/left/doc?version-id=${id}`)
    assert.deepEqual([removed.status, removed.headers.get('x-object-current-version-id')], [204, 'null'])
    assert.equal((await account.ask('DELETE', `/left/doc?version-id=${id}`)).status, 404)
    assert.equal((await account.ask('DELETE', `/left/doc?version-id=${marker}`)).status, 204)
    assert.equal((await account.ask('HEAD', '/left')).headers.get('x-container-bytes-used'), '0')
    assert.equal((await account.ask('DELETE', '/left')).status, 204)
  })

  it('stay when versioning is suspended and the object is replaced or deleted', async () => {
    await account.ask('PUT', '/paused')
    await put('/paused/doc', 'before')
    const set = (value: string) =>
      account.ask('POST', '/paused', { headers: { 'x-versions-enabled': value } })
    await set('true')
    const first = await put('/paused/doc', 'first')
    await set('false')
    await put('/paused/doc', 'without')
    assert.equal((await account.ask('GET', '/paused/doc')).text, 'without')
    assert.equal((await account.ask('GET', `/paused/doc?version-id=${first}`)).text, 'first')
    await set('true')
    const second = await put('/paused/doc', 'second')
    assert.deepEqual(
      (await listed('paused')).map(({ version_id }) => version_id),
      [second, 'null', first],
    )
    assert.equal((await account.ask('GET', '/paused/doc?version-id=null')).text, 'without')
    await set('false')
    assert.equal((await account.ask('DELETE', '/paused/doc')).status, 204)
    assert.equal((await account.ask('GET', '/paused/doc')).status, 404)
    assert.equal((await account.ask('GET', `/paused/doc?version-id=${second}`)).text, 'second')
    assert.deepEqual(
      (await listed('paused')).filter(({ is_latest }) => is_latest),
      [],
    )
    const shown = await account.ask('HEAD', '/paused')
    assert.equal(shown.headers.get('x-container-object-count'), '0')
    assert.equal(shown.headers.get('x-container-bytes-used'), String('firstwithoutsecond'.length))
  })

  it('of large objects and symlinks are read by their ids too', async () => {
    await account.ask('PUT', '/pieces')
    await account.ask('PUT', '/pointers', { headers: enabled })
    await put('/pieces/one', 'the piece')
    const body = JSON.stringify([{ path: '/pieces/one' }])
    const large = await account.ask('PUT', '/pointers/doc?multipart-manifest=put', { body })
    const target = { 'x-symlink-target': 'pieces/one' }
    const link = await account.ask('PUT', '/pointers/doc', { headers: target })
    await put('/pointers/doc', 'plain')
    for (const { headers } of [large, link]) {
      const id = headers.get('x-object-version-id')
      assert.equal((await account.ask('GET', `/pointers/doc?version-id=${id}`)).text, 'the piece')
    }
  })

  it('are listed page by page', async () => {
    await account.ask('PUT', '/paged', { headers: enabled })
    for (const name of ['a', 'b']) for (const body of ['1', '2', '3']) await put(`/paged/${name}`, body)
    const all = await listed('paged')
    const seen: Listed[] = []
    for (let page = await listed('paged', '&limit=2'); page.length > 0; ) {
      seen.push(...page)
      const last = page.at(-1)
      page = await listed('paged', `&limit=2&marker=${last?.name}&version_marker=${last?.version_id}`)
    }
    assert.deepEqual(seen, all)
    assert.equal(all.length, 6)
  })

  it('go to another container with X-Versions-Location, from which DELETE restores them', async () => {
    for (const name of ['stack', 'archive']) await account.ask('PUT', `/${name}`)
    await account.ask('POST', '/stack', { headers: { 'x-versions-location': 'archive' } })
    for (const body of ['one', 'two', 'three']) await put('/stack/doc', body)
    const archived = (await account.ask('GET', '/archive')).text.trim().split('\n')
    assert.match(archived[0] ?? '', /^003doc\/\d{10}\.\d{5}$/)
    assert.equal((await account.ask('GET', `/archive/${archived[0]}`)).text, 'one')
    for (const text of ['two', 'one']) {
      assert.equal((await account.ask('DELETE', '/stack/doc')).status, 204)
      assert.equal((await account.ask('GET', '/stack/doc')).text, text)
    }
    assert.equal((await account.ask('DELETE', '/stack/doc')).status, 204)
    assert.equal((await account.ask('GET', '/stack/doc')).status, 404)
    assert.equal((await account.ask('HEAD', '/archive')).headers.get('x-container-object-count'), '0')
  })

  it('record deletions too with X-History-Location', async () => {
    await account.ask('PUT', '/past')
    await account.ask('PUT', '/history', { headers: { 'x-history-location': 'past' } })
    await put('/history/doc', 'text')
    await account.ask('DELETE', '/history/doc')
    assert.equal((await account.ask('GET', '/history/doc')).status, 404)
    const types = JSON.parse((await account.ask('GET', '/past?format=json')).text)
    assert.deepEqual(
      types.map(({ content_type }: Listed) => content_type),
      ['application/octet-stream', 'application/x-deleted;swift_versions_deleted=1'],
    )
  })

  it('can be kept in one way only, and not in a container that does not exist', async () => {
    await account.ask('PUT', '/odd')
    const both = { 'x-versions-location': 'a', 'x-history-location': 'b' }
    assert.equal((await account.ask('POST', '/odd', { headers: both })).status, 400)
    assert.equal(
      (await account.ask('POST', '/odd', { headers: { ...enabled, 'x-versions-location': 'a' } })).status,
      400,
    )
    await account.ask('POST', '/odd', { headers: { 'x-versions-location': 'nowhere' } })
    await put('/odd/doc', 'one')
    assert.equal((await account.ask('PUT', '/odd/doc', { body: 'two' })).status, 412)
    assert.equal((await account.ask('GET', '/odd/doc')).text, 'one')
  })
})
