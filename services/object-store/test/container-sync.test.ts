import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { eventually } from '@nimbo/testing/eventually'
import { startTestCloud, type TestCloud } from '@nimbo/testkit/start-test-cloud'
import { type Came, stranger, type SwiftAccount, swiftAccount } from './account.ts'

const realmKey = 'the realm’s own'

/** Two clouds with a common realm, and an account in each. */
describe('containers of two clouds', () => {
  let folder: string
  let clouds: readonly TestCloud[] = []
  let here: SwiftAccount
  let there: SwiftAccount
  let nobody: SwiftAccount
  const writeRealms = (lines: readonly string[]): Promise<void> =>
    writeFile(
      join(folder, 'container-sync-realms.conf'),
      ['[DEFAULT]', 'mtime_check_interval = 0', ...lines, ''].join('\n'),
    )
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'realms-'))
    await writeRealms([])
    const environment = {
      OS_DEFAULT__SWIFT_DIR: folder,
      'OS_CONTAINER-SYNC__INTERVAL': '1',
      'OS_FILTER:CONTAINER_SYNC__CURRENT': '//Realm1/one',
    }
    clouds = [await startTestCloud({ environment }), await startTestCloud({ environment })]
    const [one, two] = clouds
    assert.ok(one && two)
    await writeRealms([
      ...['[Realm1]', `key = ${realmKey}`],
      ...[`cluster_one = ${one.url}/object-store/v1/`, `cluster_two = ${two.url}/object-store/v1/`],
    ])
    const far = await two.person('bob')
    here = swiftAccount(one, await one.person('ann'))
    there = swiftAccount(two, far)
    nobody = swiftAccount(two, far, stranger)
  })
  after(async () => {
    await Promise.all(clouds.map((cloud) => cloud[Symbol.asyncDispose]()))
    await rm(folder, { recursive: true })
  })

  const accountOf = ({ path }: SwiftAccount): string => path.split('/').at(-1) ?? ''
  const listOf = async (account: SwiftAccount, box: string): Promise<unknown> => {
    const { status, text } = await account.ask('GET', `/${box}?format=json`)
    assert.equal(status, 200)
    return JSON.parse(text)
  }
  /** Synchronizes a container of each cloud with that of the same name in the other. */
  const bind = async (box: string): Promise<void> => {
    for (const [account, cluster, peer] of [
      [here, 'two', there],
      [there, 'one', here],
    ] as const) {
      const headers = {
        'x-container-sync-to': `//realm1/${cluster}/${accountOf(peer)}/${box}`,
        'x-container-sync-key': 'theirs',
      }
      assert.equal((await account.ask('POST', `/${box}`, { headers })).status, 204)
    }
  }

  it('are synchronized in both directions, including objects from before', async () => {
    for (const account of [here, there]) await account.ask('PUT', '/box')
    await here.ask('PUT', '/box/before', { body: 'was there' })
    await bind('box')
    await here.ask('PUT', '/box/a b/ü', { body: 'from here', headers: { 'x-object-meta-colour': 'red' } })
    await there.ask('PUT', '/box/far', { body: 'from there' })
    await eventually(async () => {
      const [ours, theirs] = [await listOf(here, 'box'), await listOf(there, 'box')]
      assert.deepEqual(ours, theirs)
      assert.equal(Array.isArray(ours) && ours.length, 3)
    })
    const came = await there.ask('GET', '/box/a%20b/%C3%BC')
    assert.deepEqual([came.text, came.headers.get('x-object-meta-colour')], ['from here', 'red'])
    assert.equal((await here.ask('GET', '/box/far')).text, 'from there')
    await there.ask('POST', '/box/a%20b/%C3%BC', { headers: { 'x-object-meta-colour': 'blue' } })
    await here.ask('DELETE', '/box/far')
    await eventually(async () => {
      const shown = await here.ask('HEAD', '/box/a%20b/%C3%BC')
      assert.equal(shown.headers.get('x-object-meta-colour'), 'blue')
      assert.equal((await there.ask('HEAD', '/box/far')).status, 404)
    })
    assert.deepEqual(await listOf(here, 'box'), await listOf(there, 'box'))
  })

  it('synchronize large objects together with their segments', async () => {
    for (const account of [here, there])
      for (const box of ['large', 'parts']) await account.ask('PUT', `/${box}`)
    await bind('large')
    await bind('parts')
    for (const name of ['1', '2']) await here.ask('PUT', `/parts/s${name}`, { body: `part ${name} ` })
    const manifest = ['1', '2'].map((name) => ({ path: `parts/s${name}` }))
    await here.ask('PUT', '/large/static?multipart-manifest=put', { body: JSON.stringify(manifest) })
    const dynamic = { body: '', headers: { 'x-object-manifest': 'parts/s' } }
    assert.equal((await here.ask('PUT', '/large/dynamic', dynamic)).status, 201)
    await eventually(async () => {
      assert.equal((await there.ask('GET', '/large/static')).text, 'part 1 part 2 ')
      assert.equal((await there.ask('GET', '/large/dynamic')).text, 'part 1 part 2 ')
    })
  })

  it('accept only sync targets that exist, whose realms /info lists', async () => {
    const { body } = (await clouds[0]?.admin['object-store'].get('/info')) ?? {}
    assert.deepEqual(body.container_sync.realms, {
      REALM1: { clusters: { ONE: { current: true }, TWO: {} } },
    })
    for (const to of [
      '//realm1/three/a/b',
      '//other/one/a/b',
      '//realm1/one/a',
      'ftp://127.0.0.1/v1/a/b',
      'http://10.0.0.1/v1/a/b',
    ])
      assert.equal(
        (await here.ask('PUT', '/wrong', { headers: { 'x-container-sync-to': to } })).status,
        400,
        to,
      )
    const both = { 'x-versions-enabled': 'true', 'x-container-sync-to': '//realm1/two/a/b' }
    assert.equal((await here.ask('PUT', '/wrong', { headers: both })).status, 400)
  })

  it('accept changes only with the peer’s signature, and the later timestamp wins', async () => {
    await there.ask('PUT', '/signed', { headers: { 'x-container-sync-key': 'theirs' } })
    const signed = async (
      method: string,
      timestamp: string,
      key = realmKey,
      body?: string,
    ): Promise<Came> => {
      const path = `${there.path}/signed/x`
      const signature = createHmac('sha1', key).update([method, path, timestamp, 'once', 'theirs'].join('\n'))
      const headers = {
        'x-container-sync-auth': `Realm1 once ${signature.digest('hex')}`,
        'x-timestamp': timestamp,
      }
      return nobody.ask(method, '/signed/x', { headers, ...(body === undefined ? {} : { body }) })
    }
    const refused = await signed('PUT', '1700000000.00000', 'another key', 'no')
    assert.deepEqual(
      [refused.status, refused.text],
      [401, 'X-Container-Sync-Auth header not valid; contact cluster operator for support.'],
    )
    assert.equal((await signed('PUT', 'yesterday', realmKey, 'no')).status, 400)
    assert.equal((await signed('PUT', '1700000000.00000', realmKey, 'yes')).status, 201)
    assert.equal((await signed('PUT', '1600000000.00000', realmKey, 'older')).status, 202)
    assert.equal((await there.ask('GET', '/signed/x')).text, 'yes')
    assert.equal((await there.ask('HEAD', '/signed/x')).headers.get('x-timestamp'), '1700000000.00000')
    assert.equal((await signed('DELETE', '1600000000.00000')).status, 409)
    assert.equal((await signed('DELETE', '1800000000.00000')).status, 204)
    // `X-Timestamp` of ordinary clients is ignored.
    await there.ask('PUT', '/signed/y', { body: 'y', headers: { 'x-timestamp': '1' } })
    assert.notEqual((await there.ask('HEAD', '/signed/y')).headers.get('x-timestamp'), '0000000001.00000')
  })

  it('can be synchronized by URL, with the key of the container', async () => {
    await there.ask('PUT', '/old', { headers: { 'x-container-sync-key': 'shared' } })
    const headers = { 'x-container-sync-to': `${there.url}/old`, 'x-container-sync-key': 'shared' }
    assert.equal((await here.ask('PUT', '/old', { headers })).status, 201)
    await here.ask('PUT', '/old/x', { body: 'by key' })
    await eventually(async () => assert.equal((await there.ask('GET', '/old/x')).text, 'by key'))
    const guessed = { 'x-container-sync-key': 'guessed', 'x-timestamp': '1800000000' }
    assert.equal((await nobody.ask('GET', '/old/x', { headers: guessed })).status, 401)
  })

  it('count no negative bytes, whatever the sizes in the manifest of a peer', async () => {
    await there.ask('PUT', '/sized', { headers: { 'x-container-sync-key': 'mine' } })
    const headers = {
      ...{ 'x-container-sync-key': 'mine', 'x-timestamp': '1800000000' },
      'x-static-large-object': 'True',
    }
    const part = { name: '/parts/s', hash: 'x', content_type: 'a/b', last_modified: '2026-01-01T00:00:00' }
    for (const sized of [{ bytes: -1000 }, { bytes: 3, range: '1000-' }]) {
      const body = JSON.stringify([{ ...part, ...sized }])
      assert.equal((await nobody.ask('PUT', '/sized/large', { headers, body })).status, 400)
    }
    assert.equal((await there.ask('HEAD', '/sized')).headers.get('x-container-bytes-used'), '0')
  })

  it('can be read by browser plug-ins of any domain, by crossdomain.xml', async () => {
    const response = await fetch(`${clouds[0]?.url}/object-store/crossdomain.xml`)
    assert.deepEqual([response.status, response.headers.get('content-type')], [200, 'application/xml'])
    const text = await response.text()
    assert.ok(text.startsWith('<?xml version="1.0"?>\n<!DOCTYPE cross-domain-policy SYSTEM'))
    assert.ok(text.endsWith('<allow-access-from domain="*" secure="false" />\n</cross-domain-policy>'))
  })
})
