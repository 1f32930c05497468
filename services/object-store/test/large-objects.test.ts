import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { startTestCloud, type TestCloud } from '@nimbo/testkit/start-test-cloud'
import { type SwiftAccount, swiftAccount } from './account.ts'

const md5 = (text: string): string => createHash('md5').update(text).digest('hex')

describe('large objects', () => {
  let cloud: TestCloud
  let account: SwiftAccount
  before(async () => {
    cloud = await startTestCloud()
    account = swiftAccount(cloud, await cloud.person('ann'))
    for (const container of ['box', 'parts']) await account.ask('PUT', `/${container}`)
    for (const [name, body] of Object.entries({ a: 'aaa', b: 'bbbb', c: 'cc' }))
      await account.ask('PUT', `/parts/seg-${name}`, { body })
  })
  after(() => cloud[Symbol.asyncDispose]())

  const putManifest = (path: string, manifest: unknown) =>
    account.ask('PUT', `${path}?multipart-manifest=put`, { body: JSON.stringify(manifest) })

  it('static: reads as one object of all its segments, also in ranges across them', async () => {
    const put = await putManifest('/box/whole', [
      { path: '/parts/seg-a', etag: md5('aaa'), size_bytes: 3 },
      { data: Buffer.from('--').toString('base64') },
      { path: 'parts/seg-b', range: '1-2' },
    ])
    assert.equal(put.status, 201, put.text)
    const etag = md5(`${md5('aaa')}${md5('--')}${md5('bbbb')}:1-2;`)
    assert.equal(put.headers.get('etag'), `"${etag}"`)
    const got = await account.ask('GET', '/box/whole')
    assert.equal(got.text, 'aaa--bb')
    assert.equal(got.headers.get('x-static-large-object'), 'True')
    assert.equal(got.headers.get('etag'), `"${etag}"`)
    assert.equal(got.headers.get('content-length'), '7')
    assert.equal((await account.ask('GET', '/box/whole', { headers: { range: 'bytes=2-5' } })).text, 'a--b')
    const listed = JSON.parse((await account.ask('GET', '/box?format=json&prefix=whole')).text)
    assert.equal(listed[0].bytes, 7)
  })

  it('static: shows its manifest, from which it can be created again or copied', async () => {
    await putManifest('/box/again', [{ path: '/parts/seg-a' }, { path: '/parts/seg-c' }])
    const kept = JSON.parse((await account.ask('GET', '/box/again?multipart-manifest=get')).text)
    assert.deepEqual(
      kept.map(({ name, bytes, hash }: Record<string, unknown>) => [name, bytes, hash]),
      [
        ['/parts/seg-a', 3, md5('aaa')],
        ['/parts/seg-c', 2, md5('cc')],
      ],
    )
    const raw = await account.ask('GET', '/box/again?multipart-manifest=get&format=raw')
    assert.equal((await putManifest('/box/twin', JSON.parse(raw.text))).status, 201)
    assert.equal((await account.ask('GET', '/box/twin')).text, 'aaacc')
    const copied = await account.ask('COPY', '/box/again?multipart-manifest=get', {
      headers: { destination: 'box/copied' },
    })
    assert.equal(copied.status, 201, copied.text)
    const copy = await account.ask('GET', '/box/copied')
    assert.deepEqual([copy.text, copy.headers.get('x-static-large-object')], ['aaacc', 'True'])
    const flat = await account.ask('COPY', '/box/again', { headers: { destination: 'box/flat' } })
    assert.equal(flat.headers.get('etag'), md5('aaacc'))
  })

  it('static: a manifest may contain other manifests', async () => {
    await putManifest('/box/inner', [{ path: '/parts/seg-a' }, { path: '/parts/seg-b' }])
    assert.equal(
      (await putManifest('/box/outer', [{ path: '/box/inner' }, { path: '/parts/seg-c' }])).status,
      201,
    )
    assert.equal((await account.ask('GET', '/box/outer')).text, 'aaabbbbcc')
  })

  it('static: is read and deleted in bounded time, however manifests name each other', async () => {
    const hundred = (path: string) => Array.from({ length: 100 }, () => ({ path }))
    await putManifest('/box/hundred', hundred('/parts/seg-a'))
    await putManifest('/box/thousands', hundred('/box/hundred'))
    await putManifest('/box/million', hundred('/box/thousands'))
    const shown = await account.ask('HEAD', '/box/million')
    assert.deepEqual([shown.status, shown.headers.get('content-length')], [200, '3000000'])
    const many = await account.ask('DELETE', '/box/million?multipart-manifest=delete')
    assert.equal(many.status, 400)
    await putManifest('/box/one', [{ path: '/parts/seg-a' }])
    await putManifest('/box/other', [{ path: '/box/one' }])
    await putManifest('/box/one', [{ path: '/box/other' }])
    assert.equal((await account.ask('DELETE', '/box/one?multipart-manifest=delete')).status, 409)
    assert.equal((await account.ask('GET', '/parts/seg-a')).text, 'aaa')
  })

  it('static: counts with the bytes of its manifest, since its segments count themselves', async () => {
    await account.ask('PUT', '/counted')
    const bytesUsed = async (): Promise<string | null> =>
      (await account.ask('HEAD', '/counted')).headers.get('x-container-bytes-used')
    await putManifest('/counted/large', [{ path: '/parts/seg-a' }, { path: '/parts/seg-b' }])
    const manifest = await account.ask('GET', '/counted/large?multipart-manifest=get')
    assert.equal(await bytesUsed(), manifest.headers.get('content-length'))
    await account.ask('POST', '/counted/large', { headers: { 'x-object-meta-a': 'b' } })
    assert.equal((await account.ask('PUT', '/counted/large', { body: 'plain' })).status, 201)
    assert.equal(await bytesUsed(), '5')
  })

  it('static: a manifest whose segments do not match is refused with a reason for each', async () => {
    const refused = await putManifest('/box/bad', [
      { path: '/parts/seg-a', size_bytes: 4 },
      { path: '/parts/seg-b', etag: md5('x') },
      { path: '/parts/none' },
      { path: '/parts/seg-c' },
    ])
    assert.equal(refused.status, 400)
    assert.equal(
      refused.text,
      'Errors:\n/parts/seg-a, Size Mismatch\n/parts/seg-b, Etag Mismatch\n/parts/none, 404 Not Found\n',
    )
    assert.equal((await account.ask('HEAD', '/box/bad')).status, 404)
    for (const wrong of [
      {},
      [],
      'x',
      [{ path: '' }],
      [{ data: 'eA==' }],
      [{ path: '/parts/seg-a', colour: 1 }],
    ])
      assert.equal((await putManifest('/box/bad', wrong)).status, 400, JSON.stringify(wrong))
  })

  it('static: a read answers 409 if a segment was changed or deleted', async () => {
    await account.ask('PUT', '/parts/brief', { body: 'brief' })
    await putManifest('/box/broken', [{ path: '/parts/seg-a' }, { path: '/parts/brief' }])
    await account.ask('PUT', '/parts/brief', { body: 'other' })
    assert.equal((await account.ask('GET', '/box/broken')).status, 409)
    await account.ask('DELETE', '/parts/brief')
    assert.equal((await account.ask('GET', '/box/broken')).status, 409)
  })

  it('static: multipart-manifest=delete deletes it with its segments', async () => {
    for (const name of ['x', 'y']) await account.ask('PUT', `/parts/gone-${name}`, { body: name })
    await putManifest('/box/gone', [{ path: '/parts/gone-x' }, { path: '/parts/gone-y' }])
    const gone = await account.ask('DELETE', '/box/gone?multipart-manifest=delete', {
      headers: { accept: 'application/json' },
    })
    assert.deepEqual(JSON.parse(gone.text), {
      'Number Deleted': 3,
      'Number Not Found': 0,
      'Response Status': '200 OK',
      'Response Body': '',
      Errors: [],
    })
    for (const path of ['/box/gone', '/parts/gone-x', '/parts/gone-y'])
      assert.equal((await account.ask('HEAD', path)).status, 404)
  })

  it('dynamic: reads as all objects below its prefix at that moment', async () => {
    const headers = { 'x-object-manifest': 'parts/seg-' }
    assert.equal((await account.ask('PUT', '/box/dynamic', { headers, body: '' })).status, 201)
    const got = await account.ask('GET', '/box/dynamic')
    assert.equal(got.text, 'aaabbbbcc')
    assert.equal(got.headers.get('etag'), `"${md5(['aaa', 'bbbb', 'cc'].map(md5).join(''))}"`)
    assert.equal(got.headers.get('x-object-manifest'), 'parts/seg-')
    await account.ask('PUT', '/parts/seg-d', { body: 'd' })
    assert.equal((await account.ask('GET', '/box/dynamic', { headers: { range: 'bytes=-3' } })).text, 'ccd')
    await account.ask('DELETE', '/parts/seg-d')
    assert.equal((await account.ask('GET', '/box/dynamic?multipart-manifest=get')).text, '')
    assert.equal(
      (await account.ask('PUT', '/box/x', { headers: { 'x-object-manifest': 'parts' }, body: '' })).status,
      400,
    )
  })

  it('dynamic: a manifest below its own prefix is not read endlessly', async () => {
    await account.ask('PUT', '/parts/loop', { headers: { 'x-object-manifest': 'parts/loop' }, body: 'loop' })
    assert.equal((await account.ask('GET', '/parts/loop')).text, 'loop')
  })
})
