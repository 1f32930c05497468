import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { eventually } from '@nimbo/testing/eventually'
import { shiftedClock } from '@nimbo/testing/shifted-clock'
import type { Client } from '@nimbo/testkit/client'
import { startTestCloud, type TestCloud } from '@nimbo/testkit/start-test-cloud'
import { type SwiftAccount, swiftAccount } from './account.ts'

const md5 = (text: string): string => createHash('md5').update(text).digest('hex')

/** Content that is stored in a file while it is received: less of it is stored in the database, and verified before. */
const inFile = (letter: string): string => letter.repeat(100_000)

/** The files in which the cloud stores the bytes of objects. */
const bytesKept = async ({ directory }: TestCloud): Promise<readonly string[]> =>
  (await readdir(join(directory, 'objects'), { recursive: true })).filter((name) => name.includes('/')).sort()

/** The status of a PUT with neither Content-Length nor Transfer-Encoding. */
const statusWithoutLength = async (url: string, headers: Record<string, string>): Promise<unknown> => {
  const asked = request(url, { method: 'PUT', headers })
  asked.removeHeader('content-length')
  asked.removeHeader('transfer-encoding')
  asked.end()
  const [answer]: IncomingMessage[] = await once(asked, 'response')
  answer?.resume()
  return answer?.statusCode
}

describe('objects', () => {
  let cloud: TestCloud
  let ann: Client
  let account: SwiftAccount
  before(async () => {
    cloud = await startTestCloud()
    ann = await cloud.person('ann')
    account = swiftAccount(cloud, ann)
    await account.ask('PUT', '/box')
  })
  after(() => cloud[Symbol.asyncDispose]())

  it('are returned as they were stored, with metadata and headers', async () => {
    const headers = {
      'x-object-meta-color': 'red',
      'content-disposition': 'inline',
      'content-encoding': 'identity',
    }
    const put = await account.ask('PUT', '/box/dir/page.html', { headers, body: 'hello' })
    assert.equal(put.status, 201)
    assert.equal(put.headers.get('etag'), md5('hello'))
    const got = await account.ask('GET', '/box/dir/page.html')
    assert.deepEqual([got.status, got.text], [200, 'hello'])
    assert.equal(got.headers.get('content-type'), 'text/html')
    assert.equal(got.headers.get('x-object-meta-color'), 'red')
    assert.equal(got.headers.get('content-disposition'), 'inline')
    assert.equal(got.headers.get('accept-ranges'), 'bytes')
    const shown = await account.ask('HEAD', '/box/dir/page.html')
    assert.equal(shown.headers.get('content-length'), '5')
    assert.equal(shown.headers.get('last-modified'), put.headers.get('last-modified'))
  })

  it('can be uploaded in chunks, but not without a length', async () => {
    const body = ReadableStream.from([Buffer.from('in '), Buffer.from('parts')])
    assert.equal((await account.ask('PUT', '/box/chunked', { body })).status, 201)
    assert.equal((await account.ask('GET', '/box/chunked')).text, 'in parts')
    const headers = { 'x-auth-token': ann.token }
    assert.equal(await statusWithoutLength(`${account.url}/box/endless`, headers), 411)
    assert.equal((await account.ask('HEAD', '/box/endless')).status, 404)
  })

  it('are refused if the ETag does not match the body, and the old object stays', async () => {
    await account.ask('PUT', '/box/safe', { body: 'old' })
    const refused = await account.ask('PUT', '/box/safe', { body: 'new', headers: { etag: md5('other') } })
    assert.equal(refused.status, 422)
    assert.equal((await account.ask('GET', '/box/safe')).text, 'old')
    assert.equal(
      (await account.ask('PUT', '/box/safe', { body: 'new', headers: { etag: md5('new') } })).status,
      201,
    )
  })

  it('are created with If-None-Match: * only where there is none', async () => {
    const headers = { 'if-none-match': '*' }
    assert.equal((await account.ask('PUT', '/box/once', { body: '1', headers })).status, 201)
    assert.equal((await account.ask('PUT', '/box/once', { body: '2', headers })).status, 412)
    assert.equal(
      (await account.ask('PUT', '/box/once', { body: '2', headers: { 'if-none-match': '"x"' } })).status,
      400,
    )
    assert.equal((await account.ask('GET', '/box/once')).text, '1')
  })

  it('can be read in ranges', async () => {
    await account.ask('PUT', '/box/ten', { body: '0123456789', headers: { 'content-type': 'text/plain' } })
    const ranged = async (range: string) => account.ask('GET', '/box/ten', { headers: { range } })
    const middle = await ranged('bytes=2-4')
    assert.deepEqual(
      [middle.status, middle.text, middle.headers.get('content-range')],
      [206, '234', 'bytes 2-4/10'],
    )
    assert.equal((await ranged('bytes=-3')).text, '789')
    assert.equal((await ranged('bytes=8-99')).text, '89')
    const many = await ranged('bytes=0-1,8-9')
    assert.equal(many.status, 206)
    assert.match(many.headers.get('content-type') ?? '', /^multipart\/byteranges;boundary=/)
    assert.match(
      many.text,
      /Content-Range: bytes 0-1\/10\r\n\r\n01\r\n--.*Content-Range: bytes 8-9\/10\r\n\r\n89\r\n--/s,
    )
    assert.equal(Number(many.headers.get('content-length')), Buffer.byteLength(many.text))
    const beyond = await ranged('bytes=10-')
    assert.deepEqual([beyond.status, beyond.headers.get('content-range')], [416, 'bytes */10'])
    assert.equal((await ranged('lines=1-2')).status, 200)
  })

  it('are read under conditions such as If-None-Match', async () => {
    const { headers } = await account.ask('PUT', '/box/known', { body: 'known' })
    const [etag, date] = [headers.get('etag') ?? '', headers.get('last-modified') ?? '']
    const asked = async (conditions: Record<string, string>) =>
      (await account.ask('GET', '/box/known', { headers: conditions })).status
    assert.equal(await asked({ 'if-none-match': `"${etag}"` }), 304)
    assert.equal(await asked({ 'if-modified-since': date }), 304)
    assert.equal(await asked({ 'if-match': 'other' }), 412)
    assert.equal(await asked({ 'if-match': etag }), 200)
    assert.equal(await asked({ 'if-unmodified-since': 'Thu, 01 Jan 1970 00:00:00 GMT' }), 412)
  })

  it('have their metadata replaced by POST, and keep their bytes', async () => {
    await account.ask('PUT', '/box/meta', {
      body: 'body',
      headers: { 'x-object-meta-a': '1', 'x-object-meta-b': '2' },
    })
    assert.equal(
      (await account.ask('POST', '/box/meta', { headers: { 'x-object-meta-b': '3' } })).status,
      202,
    )
    const shown = await account.ask('GET', '/box/meta')
    assert.equal(shown.headers.get('x-object-meta-a'), null)
    assert.equal(shown.headers.get('x-object-meta-b'), '3')
    assert.equal(shown.text, 'body')
    await account.ask('POST', '/box/meta', { headers: { 'x-object-meta-with_line': '' } })
    assert.equal((await account.ask('HEAD', '/box/meta')).headers.get('x-object-meta-with-line'), '')
    assert.equal((await account.ask('POST', '/box/none')).status, 404)
  })

  it('are copied with their metadata by COPY and by PUT', async () => {
    await account.ask('PUT', '/other')
    await account.ask('PUT', '/box/source', {
      body: 'copied',
      headers: { 'x-object-meta-a': '1', 'content-type': 'x/y' },
    })
    const copied = await account.ask('COPY', '/box/source', {
      headers: { destination: '/other/copy', 'x-object-meta-b': '2' },
    })
    assert.equal(copied.status, 201)
    assert.equal(copied.headers.get('x-copied-from'), 'box/source')
    assert.equal(copied.headers.get('x-object-meta-b'), '2')
    const copy = await account.ask('GET', '/other/copy')
    assert.equal(copy.text, 'copied')
    assert.equal(copy.headers.get('content-type'), 'x/y')
    assert.deepEqual([copy.headers.get('x-object-meta-a'), copy.headers.get('x-object-meta-b')], ['1', '2'])
    const fresh = { 'x-copy-from': '/box/source', 'x-fresh-metadata': 'true' }
    assert.equal((await account.ask('PUT', '/other/fresh', { headers: fresh })).status, 201)
    assert.equal((await account.ask('HEAD', '/other/fresh')).headers.get('x-object-meta-a'), null)
    assert.equal((await account.ask('COPY', '/box/source')).status, 412)
    assert.equal(
      (await account.ask('PUT', '/other/x', { headers: { 'x-copy-from': '/box/none' } })).status,
      404,
    )
  })

  it('can be symlinks to names with any characters, which listings show in URL form', async () => {
    await account.ask('PUT', '/odd')
    const target = encodeURIComponent('50% of ☃')
    await account.ask('PUT', `/odd/${target}`, { body: 'half' })
    await account.ask('PUT', '/odd/link', { headers: { 'x-symlink-target': `odd/${target}` } })
    assert.equal((await account.ask('GET', '/odd/link')).text, 'half')
    const itself = await account.ask('HEAD', '/odd/link?symlink=get')
    assert.deepEqual([itself.status, itself.headers.get('x-symlink-target')], [200, `odd/${target}`])
    const listed = JSON.parse((await account.ask('GET', '/odd?format=json&prefix=link')).text)
    const path = account.path.replace('/object-store', '')
    assert.equal(listed[0].symlink_path, `${path}/odd/${target}`)
  })

  it('can be symlinks, which answer 409 if they name an ETag and the target has changed', async () => {
    await account.ask('PUT', '/box/real', { body: 'real' })
    const link = { 'x-symlink-target': 'box/real', 'content-length': '0' }
    assert.equal((await account.ask('PUT', '/box/link', { headers: link })).status, 201)
    const followed = await account.ask('GET', '/box/link')
    assert.equal(followed.text, 'real')
    assert.equal(
      followed.headers.get('content-location'),
      `${account.path.replace('/object-store', '')}/box/real`,
    )
    const itself = await account.ask('HEAD', '/box/link?symlink=get')
    assert.equal(itself.headers.get('x-symlink-target'), 'box/real')
    assert.equal(
      (await account.ask('POST', '/box/link', { headers: { 'x-object-meta-a': '1' } })).status,
      307,
    )
    const pinned = { ...link, 'x-symlink-target-etag': md5('real') }
    assert.equal((await account.ask('PUT', '/box/pinned', { headers: pinned })).status, 201)
    await account.ask('PUT', '/box/real', { body: 'changed' })
    assert.equal((await account.ask('GET', '/box/pinned')).status, 409)
    assert.equal((await account.ask('PUT', '/box/pinned', { headers: pinned })).status, 409)
    for (const [from, to] of [
      ['a', 'b'],
      ['b', 'a'],
    ])
      await account.ask('PUT', `/box/${from}`, { headers: { 'x-symlink-target': `box/${to}` } })
    assert.equal((await account.ask('GET', '/box/a')).status, 409)
  })

  it('leave no bytes behind when deleted, replaced or refused', async () => {
    const kept = await bytesKept(cloud)
    for (const letter of ['1', '2']) {
      await account.ask('PUT', '/box/gone', { body: inFile(letter) })
      assert.equal((await bytesKept(cloud)).length, kept.length + 1)
    }
    assert.equal((await account.ask('DELETE', '/box/gone')).status, 204)
    assert.equal((await account.ask('DELETE', '/box/gone')).status, 404)
    assert.equal((await account.ask('GET', '/box/gone')).status, 404)
    const wrong = { body: inFile('3'), headers: { etag: 'wrong' } }
    assert.equal((await account.ask('PUT', '/box/gone', wrong)).status, 422)
    assert.deepEqual(await bytesKept(cloud), kept)
  })

  it('are refused in a missing container, with an invalid name or an invalid X-Delete-At', async () => {
    assert.equal((await account.ask('PUT', '/none/x', { body: 'x' })).status, 404)
    assert.equal((await account.ask('PUT', `/box/${'x'.repeat(1025)}`, { body: 'x' })).status, 400)
    assert.equal((await account.ask('GET', '/box/%00')).status, 412)
    assert.equal(
      (await account.ask('PUT', '/box/x', { body: 'x', headers: { 'x-delete-at': 'soon' } })).status,
      400,
    )
    assert.equal(
      (await account.ask('PUT', '/box/x', { body: 'x', headers: { 'x-delete-at': '1' } })).status,
      400,
    )
  })
})

describe('objects that expire', () => {
  it('are not found from that instant on, and are deleted with their bytes soon after', async () => {
    const clock = shiftedClock()
    await using cloud = await startTestCloud({ clock, environment: { 'OS_OBJECT-EXPIRER__INTERVAL': '1' } })
    const account = swiftAccount(cloud, await cloud.person('ann'))
    await account.ask('PUT', '/box')
    const kept = await bytesKept(cloud)
    const headers = { 'x-delete-after': '60' }
    assert.equal((await account.ask('PUT', '/box/brief', { body: inFile('1'), headers })).status, 201)
    assert.ok((await account.ask('HEAD', '/box/brief')).headers.get('x-delete-at'))
    for (const late of [{ 'x-delete-at': '9'.repeat(30) }, { 'x-delete-after': '9'.repeat(30) }]) {
      assert.equal((await account.ask('PUT', '/box/late', { body: 'x', headers: late })).status, 201)
      assert.equal((await account.ask('HEAD', '/box/late')).headers.get('x-delete-at'), '9999999999')
      assert.equal((await account.ask('DELETE', '/box/late')).status, 204)
    }
    assert.equal((await bytesKept(cloud)).length, kept.length + 1)
    clock.advance(61_000)
    assert.equal((await account.ask('GET', '/box/brief')).status, 404)
    assert.equal((await account.ask('GET', '/box')).status, 204)
    await eventually(async () => {
      assert.equal((await account.ask('HEAD', '/box')).headers.get('x-container-object-count'), '0')
      assert.deepEqual(await bytesKept(cloud), kept)
    })
  })
})
