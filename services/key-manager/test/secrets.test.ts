import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startKeyStory } from './key-story.ts'

const text = { payload: 'open sesame', payload_content_type: 'text/plain' }
const bytes = Buffer.from([0, 255, 1, 254])
const binary = {
  ...{ payload: bytes.toString('base64'), payload_content_type: 'application/octet-stream' },
  payload_content_encoding: 'base64',
}
const newest = { headers: { 'openstack-api-version': 'key-manager 1.2' } }

describe('secrets', () => {
  let story: Awaited<ReturnType<typeof startKeyStory>>
  before(async () => {
    story = await startKeyStory({ settings: { OS_QUOTAS__QUOTA_CONTAINERS: '2' } })
  })
  after(() => story.stop())

  const payloadOf = (path: string, accept: string) =>
    story.send('GET', `${path}/payload`, undefined, { headers: { accept } })

  it('return a binary payload unchanged, and are shown without it', async () => {
    const path = await story.made('POST', '/v1/secrets', { name: ' door ', algorithm: 'aes', ...binary })
    const { body } = await story.send('GET', path, undefined, newest)
    const { created, updated, secret_ref, ...shown } = body
    assert.ok(secret_ref.endsWith(path) && created === updated)
    assert.deepEqual(shown, {
      ...{ name: 'door', status: 'ACTIVE', secret_type: 'opaque', algorithm: 'aes' },
      ...{ mode: null, bit_length: null, expiration: null, creator_id: 'ann', consumers: [] },
      content_types: { default: 'application/octet-stream' },
    })
    assert.deepEqual((await payloadOf(path, 'application/octet-stream')).body, bytes)
    const wrong = await payloadOf(path, 'text/plain')
    assert.deepEqual([wrong.status, wrong.body.title], [406, 'Not Acceptable'])
    const [old] = [await story.send('GET', path, undefined, { headers: { accept: '*/*' } })]
    assert.equal(Object.hasOwn(old.body, 'consumers'), false)
  })

  it('return a payload as text or as bytes, unless it is no text', async () => {
    const path = await story.made('POST', '/v1/secrets', { ...text, payload: 'öffne dich' })
    for (const accept of ['text/plain', 'text/plain; charset=utf-8', 'application/octet-stream', '*/*']) {
      const { status, body, headers } = await payloadOf(path, accept)
      const type = accept === 'application/octet-stream' ? accept : 'text/plain'
      assert.deepEqual([status, String(body), headers['content-type']], [200, 'öffne dich', type], accept)
    }
    const payload = Buffer.from('sesame').toString('base64')
    const readable = await story.made('POST', '/v1/secrets', { ...binary, payload })
    assert.equal(String((await payloadOf(readable, 'text/plain')).body), 'sesame')
    assert.equal((await payloadOf(path, 'image/png')).status, 406)
  })

  it('return the payload at their own URL, as in older versions, if Accept names its type', async () => {
    const path = await story.made('POST', '/v1/secrets', text)
    const { body, headers } = await story.send('GET', path, undefined, { headers: { accept: 'text/plain' } })
    assert.deepEqual([String(body), headers['content-type']], ['open sesame', 'text/plain'])
  })

  it('can get their payload later, but only once', async () => {
    const path = await story.made('POST', '/v1/secrets', { name: 'later' })
    const none = await payloadOf(path, 'text/plain')
    assert.deepEqual(
      [none.status, none.body.description],
      [404, 'Not Found. Sorry but your secret has no payload.'],
    )
    const put = (body: string, type: string) =>
      story.send('PUT', path, undefined, { body: Buffer.from(body), headers: { 'content-type': type } })
    assert.equal((await put('{}', 'application/json')).status, 415)
    assert.equal((await put('', 'text/plain')).status, 400)
    assert.equal((await put('x'.repeat(20_001), 'text/plain')).status, 413)
    assert.equal((await put('now', 'text/plain')).status, 204)
    assert.equal((await put('again', 'text/plain')).status, 409)
    assert.equal(String((await payloadOf(path, 'text/plain')).body), 'now')
  })

  it('are refused if invalid, with the messages of Barbican', async () => {
    const refusal = async (body: object): Promise<string> => {
      const reply = await story.send('POST', '/v1/secrets', body)
      assert.deepEqual([reply.status, reply.body.code, reply.body.title], [400, 400, 'Bad Request'])
      return reply.body.description
    }
    assert.equal(
      await refusal({ mode: 5 }),
      "Provided object does not match schema 'Secret': 5 is not of type 'string'. Invalid property: 'mode'",
    )
    assert.match(await refusal({ payload: 'x' }), /'payload_content_type' must also be supplied/)
    assert.match(await refusal({ ...text, payload: ' ' }), /must be non empty/)
    assert.match(await refusal({ ...text, payload_content_type: 'image/png' }), /not one of \['text\/plain'/)
    assert.match(await refusal({ ...binary, payload: 'no base64!' }), /Invalid payload for/)
    assert.match(await refusal({ ...text, payload_content_encoding: 'base64' }), /is not one of None/)
    assert.match(await refusal({ expiration: '2001-01-01T00:00:00' }), /is before current time/)
    assert.match(await refusal({ payload_content_type: 'text/plain' }), /payload must be provided/)
    const large = await story.send('POST', '/v1/secrets', { ...text, payload: 'x'.repeat(20_001) })
    assert.deepEqual([large.status, large.body.title], [413, 'Request Entity Too Large'])
    const reader = await story.send('GET', '/v1/secrets/nonsense')
    assert.deepEqual(
      [reader.status, reader.body.description],
      [404, 'Not Found. Provided secret id is invalid.'],
    )
  })

  it('are listed by page, filter and order', async () => {
    for (const name of ['cc', 'aa', 'bb']) {
      await story.made('POST', '/v1/secrets', { name, mode: 'listed', bit_length: 128 })
      story.clock.advance(1)
    }
    const list = async (query: string) => (await story.send('GET', `/v1/secrets?${query}`)).body
    const names = async (query: string) =>
      (await list(query)).secrets.map(({ name }: { name: string }) => name)
    assert.deepEqual(await names('mode=listed'), ['cc', 'aa', 'bb'])
    assert.deepEqual(await names('mode=listed&sort=name:desc'), ['cc', 'bb', 'aa'])
    assert.deepEqual(await names('mode=listed&name=a%25&bits=128'), ['aa'])
    assert.deepEqual(await names('mode=listed&created=gt:2001-01-01'), ['cc', 'aa', 'bb'])
    assert.deepEqual(await names('mode=listed&created=lt:2001-01-01'), [])
    const page = await list('mode=listed&sort=name&limit=1&offset=1')
    assert.equal(page.total, 3)
    const at = (ref: string) => new URL(ref).search
    assert.equal(at(page.next), '?limit=1&offset=2&mode=listed&sort=name')
    assert.equal(at(page.previous), '?limit=1&offset=0&mode=listed&sort=name')
    for (const wrong of ['sort=project_id', 'created=soon'])
      assert.equal((await story.send('GET', `/v1/secrets?${wrong}`)).status, 400)
  })

  it('are found by a name that contains backslashes', async () => {
    const name = 'C:\\keys\\'
    const path = await story.made('POST', '/v1/secrets', { ...text, name })
    for (const asked of [name, 'C:\\%\\']) {
      const { status, body } = await story.send('GET', `/v1/secrets?name=${encodeURIComponent(asked)}`)
      assert.equal(status, 200, JSON.stringify(body))
      assert.deepEqual(
        body.secrets.map(({ secret_ref }: { secret_ref: string }) => secret_ref.endsWith(path)),
        [true],
      )
    }
  })

  it('have metadata that users set, change and delete', async () => {
    const path = await story.made('POST', '/v1/secrets', {})
    const metadata = `${path}/metadata`
    const all = await story.send('PUT', metadata, { metadata: { Colour: 'red' } })
    assert.equal(all.status, 201)
    assert.deepEqual((await story.send('GET', metadata)).body, { metadata: { colour: 'red' } })
    assert.equal((await story.send('POST', metadata, { key: 'colour', value: 'b' })).status, 409)
    assert.equal((await story.send('POST', metadata, { key: 'size', value: '3' })).status, 201)
    assert.equal((await story.send('PUT', `${metadata}/size`, { key: 'other', value: '' })).status, 409)
    assert.equal((await story.send('PUT', `${metadata}/size`, { key: 'size', value: '4' })).status, 200)
    assert.deepEqual((await story.send('GET', `${metadata}/size`)).body, { key: 'size', value: '4' })
    assert.equal((await story.send('DELETE', `${metadata}/size`)).status, 204)
    assert.equal((await story.send('GET', `${metadata}/size`)).status, 404)
    const inherited = { key: 'constructor', value: 'a' }
    assert.equal((await story.send('GET', `${metadata}/constructor`)).status, 404)
    assert.equal((await story.send('PUT', `${metadata}/constructor`, inherited)).status, 404)
    assert.equal((await story.send('PUT', metadata, { metadata: { 'a b': 'c' } })).status, 400)
  })

  it('can be hidden from others of the project, and shared with a user outside it, by an ACL', async () => {
    const path = await story.made('POST', '/v1/secrets', text)
    const status = async (as: 'abe' | 'bob') =>
      (await story.send('GET', `${path}/payload`, undefined, { as })).status
    assert.deepEqual([await status('abe'), await status('bob')], [200, 403])
    await story.made('PUT', `${path}/acl`, { read: { 'project-access': false, users: ['bob'] } })
    assert.deepEqual([await status('abe'), await status('bob')], [403, 200])
    const listed = await story.send('GET', '/v1/secrets?acl_only=true', undefined, { as: 'bob' })
    assert.equal(listed.body.total, 1)
    await story.made('PATCH', `${path}/acl`, { read: { users: [] } })
    const { read } = (await story.send('GET', `${path}/acl`)).body
    assert.deepEqual([read['project-access'], read.users], [false, []])
    assert.equal((await story.send('DELETE', `${path}/acl`)).status, 200)
    assert.deepEqual((await story.send('GET', `${path}/acl`)).body, { read: { 'project-access': true } })
    assert.equal((await story.send('PUT', `${path}/acl`, { write: {} })).status, 400)
  })

  it('that have consumers are not deleted from microversion 1.2 on, unless forced', async () => {
    const path = await story.made('POST', '/v1/secrets', text)
    const user = { service: 'cinder', resource_type: 'volume', resource_id: 'v' }
    const added = await story.send('POST', `${path}/consumers`, user, newest)
    assert.deepEqual(added.body.consumers, [user])
    assert.equal((await story.send('GET', `${path}/consumers`)).body.total, 1)
    const kept = await story.send('DELETE', path, undefined, newest)
    assert.deepEqual([kept.status, /has consumers/.test(kept.body.description)], [400, true])
    assert.equal((await story.send('DELETE', `${path}/consumers`, { ...user, service: 'x' })).status, 404)
    assert.equal((await story.send('DELETE', `${path}?force=true`, undefined, newest)).status, 204)
    assert.equal((await story.send('GET', path)).status, 404)
  })

  it('can be grouped in containers, which have types, consumers and a quota', async () => {
    const [one, two] = [
      await story.made('POST', '/v1/secrets', text),
      await story.made('POST', '/v1/secrets', text),
    ]
    const ref = (path: string) => `http://cloud.test/key-manager${path}`
    const make = (type: string, refs: readonly (readonly [string, string])[]) =>
      story.send('POST', '/v1/containers', {
        ...{ name: 'pair', type },
        secret_refs: refs.map(([name, path]) => ({ name, secret_ref: ref(path) })),
      })
    const wrong = await make('rsa', [['public_key', one]])
    assert.match(wrong.body.description, /minimum required reference names/)
    assert.equal((await make('generic', [['a', '/v1/secrets/none']])).status, 404)
    const pair = await make('rsa', [
      ['public_key', one],
      ['private_key', two],
    ])
    assert.equal(pair.status, 201)
    const path = new URL(pair.body.container_ref).pathname.replace('/key-manager', '')
    const shown = (await story.send('GET', path)).body
    assert.deepEqual(
      shown.secret_refs.map(({ name }: { name: string }) => name),
      ['public_key', 'private_key'],
    )
    const user = { name: 'balancer', URL: 'http://lb.test' }
    assert.deepEqual((await story.send('POST', `${path}/consumers`, user)).body.consumers, [user])
    assert.deepEqual((await story.send('DELETE', `${path}/consumers`, user)).body.consumers, [])
    assert.equal((await story.send('POST', `${path}/secrets`, { secret_ref: ref(one) })).status, 400)
    const generic = await story.made('POST', '/v1/containers', { type: 'generic' })
    assert.equal((await story.send('POST', `${generic}/secrets`, { secret_ref: ref(one) })).status, 201)
    assert.equal((await story.send('POST', `${generic}/secrets`, { secret_ref: ref(one) })).status, 409)
    assert.equal((await story.send('DELETE', `${generic}/secrets`, { secret_ref: ref(one) })).status, 204)
    const third = await story.send('POST', '/v1/containers', { type: 'generic' })
    assert.deepEqual(
      [third.status, third.body.description],
      [403, 'Container creation issue seen - Creation not allowed because a quota has been reached.'],
    )
    assert.equal((await story.send('DELETE', path)).status, 204)
    assert.equal((await story.send('GET', one)).status, 200)
  })
})
