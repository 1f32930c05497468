import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import type { Client } from '@nimbo/testkit/client'
import { passwordOf } from '@nimbo/testkit/join-project'
import { startTestCloud, type TestCloud } from '@nimbo/testkit/start-test-cloud'
import { type SwiftAccount, stranger, swiftAccount } from './account.ts'

describe('access to accounts and containers', () => {
  let cloud: TestCloud
  let ann: Client
  let bob: Client
  let owned: SwiftAccount
  let asBob: SwiftAccount
  let asNobody: SwiftAccount
  before(async () => {
    cloud = await startTestCloud()
    ann = await cloud.person('ann')
    bob = await cloud.person('bob')
    owned = swiftAccount(cloud, ann)
    asBob = swiftAccount(cloud, ann, bob)
    asNobody = swiftAccount(cloud, ann, stranger)
  })
  after(() => cloud[Symbol.asyncDispose]())

  const container = async (name: string, headers: Record<string, string>): Promise<void> => {
    assert.ok([201, 202].includes((await owned.ask('PUT', `/${name}`, { headers })).status))
    assert.equal((await owned.ask('PUT', `/${name}/thing`, { body: 'thing' })).status, 201)
  }

  /** A token of a user for a project in which the user has a role. */
  const tokenIn = async (projectId: string, name: string): Promise<string> => {
    const user = { name, domain: { id: 'default' }, password: passwordOf(name) }
    const { headers } = await cloud.admin.identity.post('/v3/auth/tokens', {
      auth: {
        identity: { methods: ['password'], password: { user } },
        scope: { project: { id: projectId } },
      },
    })
    return headers.get('x-subject-token') ?? ''
  }

  it('an account is open only to members of its project', async () => {
    await container('private', {})
    for (const path of ['', '/private', '/private/thing', '/none', '/private/none']) {
      assert.equal((await asBob.ask('GET', path)).status, 403, path)
      assert.equal((await asNobody.ask('GET', path)).status, 401, path)
    }
    assert.equal((await asBob.ask('PUT', '/private/mine', { body: 'x' })).status, 403)
    const reader = await cloud.person('ronja', 'reader')
    assert.equal((await swiftAccount(cloud, reader).ask('GET')).status, 403)
  })

  it('X-Container-Read and X-Container-Write open a container to users of another project', async () => {
    for (const acl of [`${bob.projectId}:${bob.userId}`, `*:${bob.userId}`, `${bob.projectId}:*`, 'bob:*']) {
      await container('shared', { 'x-container-read': acl })
      assert.equal((await asBob.ask('GET', '/shared/thing')).text, 'thing', acl)
      assert.equal((await asBob.ask('GET', '/shared')).text, 'thing\n', acl)
      assert.equal((await asBob.ask('PUT', '/shared/x', { body: 'x' })).status, 403, acl)
    }
    await container('shared', { 'x-container-read': '', 'x-container-write': `*:${bob.userId}` })
    assert.equal((await asBob.ask('PUT', '/shared/x', { body: 'x' })).status, 201)
    assert.equal((await asBob.ask('GET', '/shared/x')).status, 403)
    assert.equal((await asBob.ask('POST', '/shared', { headers: { 'x-container-meta-a': 'b' } })).status, 403)
  })

  it('a role in an ACL admits those who have it in the project of the account, not in another', async () => {
    await container('by-role', { 'x-container-read': 'member,reader', 'x-container-write': 'member,reader' })
    const rosa = await cloud.person('rosa', 'reader')
    const asRosa = async () => swiftAccount(cloud, ann, { token: await tokenIn(ann.projectId, 'rosa') })
    for (const outsider of [asBob, swiftAccount(cloud, ann, rosa)]) {
      assert.equal((await outsider.ask('GET', '/by-role/thing')).status, 403)
      assert.equal((await outsider.ask('GET', '/by-role')).status, 403)
      assert.equal((await outsider.ask('PUT', '/by-role/thing', { body: 'x' })).status, 403)
    }
    const { identity } = cloud.admin
    const { body } = await identity.get('/v3/roles?name=reader')
    await identity.put(`/v3/projects/${ann.projectId}/users/${rosa.userId}/roles/${body.roles[0].id}`)
    assert.equal((await (await asRosa()).ask('GET', '/by-role/thing')).text, 'thing')
    assert.equal((await (await asRosa()).ask('PUT', '/by-role/thing', { body: 'x' })).status, 201)
  })

  it('only the owner sees the ACLs and the key of a container', async () => {
    await container('told', {
      'x-container-read': `*:${bob.userId}`,
      'x-container-meta-temp-url-key': 'secret',
    })
    assert.equal((await owned.ask('HEAD', '/told')).headers.get('x-container-meta-temp-url-key'), 'secret')
    const seen = await asBob.ask('HEAD', '/told')
    assert.equal(seen.status, 204)
    assert.equal(seen.headers.get('x-container-read'), null)
    assert.equal(seen.headers.get('x-container-meta-temp-url-key'), null)
  })

  it('.r: opens a container to everybody or by referer, and its listing only with .rlistings', async () => {
    await container('public', { 'x-container-read': '.r:*' })
    assert.equal((await asNobody.ask('GET', '/public/thing')).text, 'thing')
    assert.equal((await asNobody.ask('GET', '/public')).status, 401)
    await container('public', { 'x-container-read': '.r:*,.rlistings' })
    assert.equal((await asNobody.ask('GET', '/public')).text, 'thing\n')
    await container('public', { 'x-container-read': '.r:.example.com,.r:-bad.example.com' })
    const from = async (referer: string) =>
      (await asNobody.ask('GET', '/public/thing', { headers: { referer } })).status
    assert.equal(await from('https://www.example.com/page'), 200)
    assert.equal(await from('https://bad.example.com/page'), 401)
    assert.equal(await from('https://elsewhere.org/'), 401)
  })

  describe('with a temporary URL', () => {
    const key = 'of-ann'
    const inAMinute = (): number => Math.floor(Date.now() / 1000) + 60
    const signed = (
      method: string,
      path: string,
      { expires = inAMinute(), digest = 'sha256', text = '', secret = key, more = '', mount = '' } = {},
    ): string => {
      const whole = `${mount}${owned.path.replace('/object-store', '')}${path}`
      const signature = createHmac(digest, secret)
        .update(`${text || `${method}\n${expires}\n${whole}`}`)
        .digest('hex')
      return `${path}?temp_url_sig=${signature}&temp_url_expires=${expires}${more}`
    }
    before(async () => {
      await container('signed', {})
      await owned.ask('POST', '', { headers: { 'x-account-meta-temp-url-key': key } })
    })

    it('anybody can make the request that was signed', async () => {
      const got = await asNobody.ask('GET', signed('GET', '/signed/thing'))
      assert.deepEqual([got.status, got.text], [200, 'thing'])
      assert.match(got.headers.get('content-disposition') ?? '', /^attachment; filename="thing"/)
      assert.equal((await asNobody.ask('HEAD', signed('GET', '/signed/thing'))).status, 200)
      assert.equal(
        (await asNobody.ask('GET', signed('GET', '/signed/thing', { mount: '/object-store' }))).status,
        200,
      )
      for (const digest of ['sha1', 'sha512'])
        assert.equal((await asNobody.ask('GET', signed('GET', '/signed/thing', { digest }))).status, 200)
      assert.equal((await asNobody.ask('PUT', signed('PUT', '/signed/new'), { body: 'new' })).status, 201)
      assert.equal((await asNobody.ask('DELETE', signed('DELETE', '/signed/new'))).status, 204)
    })

    it('other requests, expired URLs and wrong keys are refused', async () => {
      assert.equal((await asNobody.ask('PUT', signed('GET', '/signed/thing'), { body: 'x' })).status, 401)
      assert.equal((await asNobody.ask('GET', signed('GET', '/signed/thing', { expires: 1 }))).status, 401)
      assert.equal((await asNobody.ask('GET', signed('GET', '/signed/thing', { secret: 'x' }))).status, 401)
      assert.equal((await asNobody.ask('GET', signed('GET', '/signed/thing', { digest: 'md5' }))).status, 401)
      assert.equal(
        (await asNobody.ask('GET', signed('GET', '/signed/thing').replace('thing', 'other'))).status,
        401,
      )
      const manifest = { 'x-object-manifest': 'private/thing' }
      assert.equal(
        (await asNobody.ask('PUT', signed('PUT', '/signed/m'), { body: '', headers: manifest })).status,
        400,
      )
    })

    it('nobody reaches other objects by way of the signed one', async () => {
      await container('private', {})
      const manifest = JSON.stringify([{ path: '/private/thing' }])
      const pointer = `${signed('PUT', '/signed/pointer')}&multipart-manifest=put`
      assert.equal((await asNobody.ask('PUT', pointer, { body: manifest })).status, 201)
      assert.equal((await asNobody.ask('GET', signed('GET', '/signed/pointer'))).text, manifest)
      const archive = `${signed('PUT', '/signed/archive')}&extract-archive=tar`
      assert.equal((await asNobody.ask('PUT', archive, { body: 'no archive' })).status, 201)
      assert.equal((await asNobody.ask('GET', signed('GET', '/signed/archive'))).text, 'no archive')
      const headers = { 'x-object-manifest': 'private/thing' }
      assert.equal((await asNobody.ask('POST', signed('POST', '/signed/pointer'), { headers })).status, 400)
      assert.equal((await asNobody.ask('GET', signed('GET', '/signed/pointer'))).text, manifest)
    })

    it('the signature can cover a prefix, and limit the addresses of clients', async () => {
      const expires = inAMinute()
      const place = `${owned.path.replace('/object-store', '')}/signed/`
      const prefixed = signed('GET', '/signed/thing', {
        expires,
        text: `GET\n${expires}\nprefix:${place}th`,
        more: '&temp_url_prefix=th',
      })
      assert.equal((await asNobody.ask('GET', prefixed)).status, 200)
      assert.equal((await asNobody.ask('GET', prefixed.replace('/thing', '/other'))).status, 401)
      const from = (range: string): string =>
        signed('GET', '/signed/thing', {
          ...{
            expires,
            text: `ip=${range}\nGET\n${expires}\n${place}thing`,
            more: `&temp_url_ip_range=${range}`,
          },
        })
      assert.equal((await asNobody.ask('GET', from('127.0.0.0/8'))).status, 200)
      assert.equal((await asNobody.ask('GET', from('192.0.2.1'))).status, 401)
    })

    it('the key of a container gives no access to another container through a symlink', async () => {
      await container('keyed', { 'x-container-meta-temp-url-key': 'of-box' })
      const link = { 'x-symlink-target': 'private/thing' }
      await owned.ask('PUT', '/keyed/link', { headers: link })
      assert.equal(
        (await asNobody.ask('GET', signed('GET', '/keyed/thing', { secret: 'of-box' }))).status,
        200,
      )
      assert.equal(
        (await asNobody.ask('GET', signed('GET', '/keyed/link', { secret: 'of-box' }))).status,
        401,
      )
    })
  })

  it('web pages of other origins have access (CORS) if the container’s owner allows them', async () => {
    const origin = 'https://app.example.com'
    await container('web', {
      'x-container-meta-access-control-allow-origin': origin,
      'x-container-read': '.r:*',
    })
    const preflight = (from: string) =>
      asNobody.ask('OPTIONS', '/web/thing', {
        headers: { origin: from, 'access-control-request-method': 'GET' },
      })
    assert.equal((await preflight(origin)).headers.get('access-control-allow-origin'), origin)
    assert.equal((await preflight('https://other.org')).status, 401)
    const got = await asNobody.ask('GET', '/web/thing', { headers: { origin } })
    assert.equal(got.headers.get('access-control-allow-origin'), origin)
    const other = await asNobody.ask('GET', '/web/thing', { headers: { origin: 'https://other.org' } })
    assert.equal(other.headers.get('access-control-allow-origin'), null)
  })
})
