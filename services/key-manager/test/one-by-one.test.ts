import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { removeExpired } from '../src/manage/remove-expired.ts'
import { startKeyStory } from './key-story.ts'

describe('containers, secrets and quotas one by one', () => {
  let story: Awaited<ReturnType<typeof startKeyStory>>
  before(async () => {
    story = await startKeyStory({ settings: { OS_SECRETSTORE__ENABLE_MULTIPLE_SECRET_STORES: 'true' } })
  })
  after(() => story.stop())

  const shown = async (path: string, as: 'ann' | 'admin' = 'ann') => {
    const { status, body } = await story.send('GET', path, undefined, { as })
    assert.equal(status, 200, JSON.stringify(body))
    return body
  }

  it('an ACL restricts a container to the users it lists, until it is deleted', async () => {
    const path = await story.made('POST', '/v1/containers', { type: 'generic' })
    const seenByAbe = async () => (await story.send('GET', path, undefined, { as: 'abe' })).status
    assert.equal(await seenByAbe(), 200)
    await story.made('PUT', `${path}/acl`, { read: { 'project-access': false, users: ['bob'] } })
    assert.equal(await seenByAbe(), 403)
    await story.made('PATCH', `${path}/acl`, { read: { users: ['abe'] } })
    assert.deepEqual((await shown(`${path}/acl`)).read.users, ['abe'])
    assert.equal((await story.send('DELETE', `${path}/acl`)).status, 200)
    assert.deepEqual(await shown(`${path}/acl`), { read: { 'project-access': true } })
  })

  it('consumers of a container are listed and shown', async () => {
    const path = await story.made('POST', '/v1/containers', { type: 'generic' })
    await story.send('POST', `${path}/consumers`, { name: 'balancer', URL: 'http://lb.test' })
    const { consumers, total } = await shown(`${path}/consumers`)
    assert.deepEqual([consumers[0].name, total], ['balancer', 1])
    // As in Barbican, replies do not have the id by which a consumer is shown.
    const db = await story.database()
    const { id } = await db.selectFrom('container_consumers').select('id').executeTakeFirstOrThrow()
    assert.equal((await shown(`${path}/consumers/${id}`)).URL, 'http://lb.test')
  })

  it('a consumer of a secret is removed', async () => {
    const path = await story.made('POST', '/v1/secrets', { payload: 'x', payload_content_type: 'text/plain' })
    const newest = { headers: { 'openstack-api-version': 'key-manager 1.2' } }
    const user = { service: 'cinder', resource_type: 'volume', resource_id: 'v' }
    await story.send('POST', `${path}/consumers`, user, newest)
    const { status, body } = await story.send('DELETE', `${path}/consumers`, user, newest)
    assert.deepEqual([status, body.consumers], [200, []])
  })

  it('no consumer is left of secrets and containers that are deleted while it is added', async () => {
    const newest = { headers: { 'openstack-api-version': 'key-manager 1.2' } }
    const text = { payload: 'x', payload_content_type: 'text/plain' }
    const ofSecret = { service: 'cinder', resource_type: 'volume', resource_id: 'gone' }
    const ofContainer = { name: 'gone', URL: 'http://gone.test' }
    for (let time = 0; time < 10; time += 1) {
      const secret = await story.made('POST', '/v1/secrets', text)
      const container = await story.made('POST', '/v1/containers', { type: 'generic' })
      await Promise.all([
        story.send('DELETE', secret),
        story.send('POST', `${secret}/consumers`, ofSecret, newest),
        story.send('DELETE', container),
        story.send('POST', `${container}/consumers`, ofContainer),
      ])
    }
    const db = await story.database()
    const known = await db.selectFrom('secrets').select('id').execute()
    const left = [
      ...(await db.selectFrom('secret_consumers').select('secret_id as of').execute()),
      ...(await db.selectFrom('container_consumers').select('container_id as of').execute()),
    ]
    const there = [...known, ...(await db.selectFrom('containers').select('id').execute())]
    assert.deepEqual(
      left.filter(({ of }) => !there.some(({ id }) => id === of)),
      [],
    )
  })

  it('what belongs to an expired secret is removed with it, by the command db clean', async () => {
    const at = (hours: number) => new Date(story.clock.now() + hours * 3_600_000).toISOString()
    const text = { payload: 'x', payload_content_type: 'text/plain' }
    const path = await story.made('POST', '/v1/secrets', { ...text, expiration: at(1) })
    const later = await story.made('POST', '/v1/secrets', { ...text, expiration: at(48) })
    await story.send('PUT', `${path}/metadata`, { metadata: { use: 'once' } })
    const secret_refs = [{ secret_ref: `http://cloud.test/key-manager${path}` }]
    const holder = await story.made('POST', '/v1/containers', { type: 'generic', secret_refs })
    story.clock.advance(2 * 3_600_000)
    assert.equal((await story.send('DELETE', path)).status, 404)
    const db = await story.database()
    assert.equal(await removeExpired(db, at(-2)), 0, 'expired for an hour only')
    assert.equal(await removeExpired(db, at(0)), 1)
    assert.deepEqual((await shown(holder)).secret_refs, [])
    assert.deepEqual(await db.selectFrom('secret_metadata').selectAll().execute(), [])
    assert.equal((await story.send('GET', later)).status, 200)
  })

  it('an ACL lists more users than one statement has parameters for', async () => {
    const path = await story.made('POST', '/v1/containers', { type: 'generic' })
    const users = Array.from({ length: 17_000 }, (_, index) => index.toString(36)).sort()
    await story.made('PUT', `${path}/acl`, { read: { users } })
    assert.deepEqual((await shown(`${path}/acl`)).read.users, users)
  })

  it('no container keeps a secret that is deleted while it is put in, and none is put in a container that is deleted', async () => {
    const text = { payload: 'x', payload_content_type: 'text/plain' }
    const refOf = async (): Promise<string> => (await story.send('POST', '/v1/secrets', text)).body.secret_ref
    const pathOf = (ref: string): string => new URL(ref).pathname.replace('/key-manager', '')
    for (let time = 0; time < 10; time += 1) {
      const [lost, kept] = [{ secret_ref: await refOf() }, { secret_ref: await refOf() }]
      const there = await story.made('POST', '/v1/containers', { type: 'generic' })
      const gone = await story.made('POST', '/v1/containers', { type: 'generic' })
      await Promise.all([
        story.send('POST', '/v1/containers', { type: 'generic', secret_refs: [{ name: 'one', ...lost }] }),
        story.send('POST', `${there}/secrets`, lost),
        story.send('DELETE', pathOf(lost.secret_ref)),
        story.send('DELETE', gone),
        story.send('POST', `${gone}/secrets`, kept),
      ])
    }
    const db = await story.database()
    const left = await db
      .selectFrom('container_secrets')
      .leftJoin('containers', 'containers.id', 'container_id')
      .leftJoin('secrets', 'secrets.id', 'secret_id')
      .where(({ eb, or }) => or([eb('containers.id', 'is', null), eb('secrets.id', 'is', null)]))
      .select(['container_id', 'secret_id'])
      .execute()
    assert.deepEqual(left, [])
  })

  it('an administrator sees the quotas of a project', async () => {
    const quotas = { project_quotas: { orders: 3 } }
    await story.send('PUT', '/v1/project-quotas/web', quotas, { as: 'admin' })
    const { project_quotas } = await shown('/v1/project-quotas/web', 'admin')
    assert.equal(project_quotas.orders, 3)
  })

  it('a secret store is shown by its id, and the global default', async () => {
    const { secret_stores } = await shown('/v1/secret-stores')
    const [first] = secret_stores
    const { pathname } = new URL(first.secret_store_ref)
    assert.equal((await shown(pathname.replace('/key-manager', ''))).name, first.name)
    assert.equal((await shown('/v1/secret-stores/global-default')).name, first.name)
  })
})
