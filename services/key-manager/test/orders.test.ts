import assert from 'node:assert/strict'
import { createPrivateKey, createPublicKey } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { startKeyStory } from './key-story.ts'

const pathIn = (ref: string): string => new URL(ref).pathname.replace('/key-manager', '')

describe('orders', () => {
  let story: Awaited<ReturnType<typeof startKeyStory>>
  before(async () => {
    story = await startKeyStory()
  })
  after(() => story.stop())

  const payloadOf = async (ref: string): Promise<Buffer> =>
    (
      await story.send('GET', `${pathIn(ref)}/payload`, undefined, {
        headers: { accept: 'application/octet-stream' },
      })
    ).body

  it('generate a key of the requested length', async () => {
    const meta = { name: 'disk', algorithm: 'aes', bit_length: 512, mode: 'xts' }
    const path = await story.made('POST', '/v1/orders', { type: 'key', meta })
    const { status, secret_ref, meta: shown } = (await story.send('GET', path)).body
    assert.deepEqual([status, shown], ['ACTIVE', meta])
    assert.equal((await payloadOf(secret_ref)).length, 64)
    assert.equal((await story.send('GET', pathIn(secret_ref))).body.secret_type, 'symmetric')
  })

  it('generate a key pair in a container, and do not show its passphrase', async () => {
    const meta = { algorithm: 'rsa', bit_length: 2048, passphrase: 'hush' }
    const path = await story.made('POST', '/v1/orders', { type: 'asymmetric', meta })
    const order = (await story.send('GET', path)).body
    assert.deepEqual(order.meta, { algorithm: 'rsa', bit_length: 2048 })
    const { secret_refs: refs } = (await story.send('GET', pathIn(order.container_ref))).body
    const [privateKey, publicKey, passphrase] = await Promise.all(
      refs.map(({ secret_ref }: { secret_ref: string }) => payloadOf(secret_ref)),
    )
    assert.equal(String(passphrase), 'hush')
    const opened = createPrivateKey({ key: String(privateKey), passphrase: String(passphrase) })
    const derived = createPublicKey(opened).export({ type: 'spki', format: 'pem' })
    assert.equal(String(derived), String(publicKey))
  })

  it('fail for an unknown algorithm, and are refused if incomplete or of an unsupported type', async () => {
    const order = (type: string, meta: object) => story.send('POST', '/v1/orders', { type, meta })
    const odd = await order('key', { algorithm: 'rot13', bit_length: 128 })
    const { status, error_status_code } = (await story.send('GET', pathIn(odd.body.order_ref))).body
    assert.deepEqual([odd.status, status, error_status_code], [202, 'ERROR', '400'])
    const certificate = await order('certificate', {})
    assert.match(certificate.body.description, /'certificate' is not one of \['key', 'asymmetric'\]/)
    assert.match((await order('key', { bit_length: 128 })).body.description, /'algorithm' is required/)
    assert.equal((await order('key', { algorithm: 'aes', bit_length: 127 })).status, 400)
    assert.equal((await story.send('PUT', '/v1/orders')).status, 405)
  })

  it('are visible only to their project, and their deletion keeps the generated secret', async () => {
    const meta = { algorithm: 'aes', bit_length: 128 }
    const path = await story.made('POST', '/v1/orders', { type: 'key', meta })
    const { secret_ref } = (await story.send('GET', path)).body
    assert.equal((await story.send('GET', path, undefined, { as: 'bob' })).status, 404)
    assert.equal((await story.send('GET', '/v1/orders', undefined, { as: 'bob' })).body.total, 0)
    assert.equal((await story.send('GET', '/v1/orders?meta=xts')).body.total, 1)
    assert.equal((await story.send('DELETE', path)).status, 204)
    assert.equal((await story.send('GET', path)).status, 404)
    assert.equal((await story.send('GET', pathIn(secret_ref))).status, 200)
  })

  it('count against the quota of the project, which only an admin can set', async () => {
    const quotas = { project_quotas: { orders: 0 } }
    assert.equal((await story.send('PUT', '/v1/project-quotas/web', quotas)).status, 403)
    assert.equal((await story.send('PUT', '/v1/project-quotas/web', quotas, { as: 'admin' })).status, 204)
    assert.deepEqual((await story.send('GET', '/v1/quotas')).body.quotas, {
      ...{ secrets: -1, orders: 0, containers: -1, consumers: -1, cas: -1 },
    })
    const meta = { algorithm: 'aes', bit_length: 128 }
    assert.equal((await story.send('POST', '/v1/orders', { type: 'key', meta })).status, 403)
    const listed = await story.send('GET', '/v1/project-quotas', undefined, { as: 'admin' })
    assert.deepEqual(listed.body.project_quotas[0].project_quotas.orders, 0)
    const gone = () => story.send('DELETE', '/v1/project-quotas/web', undefined, { as: 'admin' })
    assert.deepEqual([(await gone()).status, (await gone()).status], [204, 404])
    assert.equal((await story.send('POST', '/v1/orders', { type: 'key', meta })).status, 202)
  })
})

describe('the key manager', () => {
  let story: Awaited<ReturnType<typeof startKeyStory>>
  before(async () => {
    story = await startKeyStory({ settings: { OS_SECRETSTORE__ENABLE_MULTIPLE_SECRET_STORES: 'true' } })
  })
  after(() => story.stop())

  it('lists its versions, in the form of the requested microversion', async () => {
    const old = await story.send('GET', '/')
    assert.deepEqual([old.status, old.body.versions.values[0].status], [300, 'stable'])
    const headers = { 'openstack-api-version': 'key-manager 1.1' }
    const { body } = await story.send('GET', '/', undefined, { headers })
    assert.deepEqual([body.versions[0].min_version, body.versions[0].max_version], ['1.0', '1.2'])
    assert.equal((await story.send('GET', '/v1')).body.version.id, 'v1')
  })

  it('lists its secret store, which a project can prefer', async () => {
    const [store] = (await story.send('GET', '/v1/secret-stores')).body.secret_stores
    assert.equal(store.global_default, true)
    const path = pathIn(store.secret_store_ref)
    const preferred = () => story.send('GET', '/v1/secret-stores/preferred', undefined, { as: 'admin' })
    assert.equal((await preferred()).status, 404)
    assert.equal((await story.send('POST', `${path}/preferred`, undefined, { as: 'admin' })).status, 204)
    assert.equal((await preferred()).status, 200)
    assert.equal((await story.send('DELETE', `${path}/preferred`, undefined, { as: 'admin' })).status, 204)
    const alone = await startKeyStory()
    assert.equal((await alone.send('GET', '/v1/secret-stores')).status, 404)
    await alone.stop()
  })
})
