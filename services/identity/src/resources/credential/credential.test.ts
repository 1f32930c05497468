import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Reply, startIdentityStory } from '../../../test/identity-story.ts'
import type { IdentityTables } from '../../db/tables.ts'
import { identityMigrations } from '../../migrations.ts'

const message = ({ status, body }: Reply) => [status, body.error?.message]

test('a user manages their own credentials, which only they and administrators can see', async () => {
  await using story = await startIdentityStory()
  const [ann, bob] = [await story.member('ann'), await story.member('bob')]
  const json = { credential: { user_id: ann.user.id, type: 'cert', blob: 'very-secret', label: 'mine' } }
  const made = await story.send('POST', '/v3/credentials', { token: ann.token, json })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  const { id, ...shown } = made.body.credential
  const path = `/v3/credentials/${id}`
  assert.deepEqual(shown, {
    user_id: ann.user.id,
    type: 'cert',
    blob: 'very-secret',
    project_id: null,
    label: 'mine',
    links: { self: `http://cloud.test/identity${path}` },
  })
  const changed = await story.send('PATCH', path, {
    token: ann.token,
    json: { credential: { blob: 'other', project_id: ann.project.id } },
  })
  assert.deepEqual(
    [changed.status, changed.body.credential.blob, changed.body.credential.project_id],
    [200, 'other', ann.project.id],
  )
  for (const method of ['GET', 'DELETE'])
    assert.equal((await story.send(method, path, { token: bob.token })).status, 403)
  assert.equal((await story.send('POST', '/v3/credentials', { token: bob.token, json })).status, 403)
  const taken = { credential: { user_id: bob.user.id } }
  assert.equal((await story.send('PATCH', path, { token: ann.token, json: taken })).status, 403)
  const count = async (token: string, query = '') =>
    (await story.send('GET', `/v3/credentials${query}`, { token })).body.credentials.length
  assert.deepEqual([await count(ann.token), await count(bob.token), await count(story.admin)], [1, 0, 1])
  assert.equal(await count(bob.token, `?user_id=${ann.user.id}`), 0)
  assert.equal(await count(ann.token, '?type=totp'), 0)
  assert.equal((await story.send('DELETE', path, { token: ann.token })).status, 204)
  assert.equal((await story.send('GET', path, { token: ann.token })).status, 404)
})

test('the secret of a credential is not stored in the database in plain text', async () => {
  await using story = await startIdentityStory()
  const ann = await story.member('ann')
  const blob = 'a-secret-that-nobody-finds'
  const json = { credential: { user_id: ann.user.id, type: 'cert', blob } }
  assert.equal((await story.send('POST', '/v3/credentials', { token: ann.token, json })).status, 201)
  const db = await story.openDatabase<IdentityTables>('keystone', identityMigrations)
  const rows = await db.selectFrom('credentials').selectAll().execute()
  assert.deepEqual([rows.length, JSON.stringify(rows).includes(blob)], [1, false])
})

test('an incomplete or duplicate EC2 credential is refused, and its trust cannot be changed', async () => {
  await using story = await startIdentityStory()
  const ann = await story.member('ann')
  const make = (more: object) => {
    const credential = { user_id: ann.user.id, type: 'ec2', project_id: ann.project.id, ...more }
    return story.send('POST', '/v3/credentials', { token: ann.token, json: { credential } })
  }
  assert.deepEqual(message(await make({ blob: 'no' })), [400, 'Invalid blob in credential'])
  for (const wrong of [
    { blob: '{}' },
    { blob: '{"secret":"s"}' },
    { blob: '{"access":"a"}', project_id: null },
  ])
    assert.equal((await make(wrong)).status, 400, JSON.stringify(wrong))
  const blob = JSON.stringify({ access: 'key', secret: 'secret' })
  const made = await make({ blob })
  assert.equal(made.status, 201)
  assert.equal((await make({ blob })).status, 409)
  const path = `/v3/credentials/${made.body.credential.id}`
  const bound = { credential: { blob: JSON.stringify({ access: 'key', secret: 's', trust_id: 'x' }) } }
  assert.deepEqual(message(await story.send('PATCH', path, { token: ann.token, json: bound })), [
    400,
    'trust_id can not be updated for credential',
  ])
})

test('a user cannot create more credentials than user_limit allows', async () => {
  await using story = await startIdentityStory({}, (config) => ({
    ...config,
    credential: { ...config.credential, user_limit: 1 },
  }))
  const ann = await story.member('ann')
  const json = { credential: { user_id: ann.user.id, type: 'cert', blob: 'x' } }
  assert.equal((await story.send('POST', '/v3/credentials', { token: ann.token, json })).status, 201)
  assert.deepEqual(message(await story.send('POST', '/v3/credentials', { token: ann.token, json })), [
    403,
    'Unable to create additional credentials, maximum of 1 already exceeded for user.',
  ])
})

test('a list goes on after a credential that was deleted since the previous page', async () => {
  await using story = await startIdentityStory()
  const { user, token } = await story.member('ann')
  const json = { credential: { user_id: user.id, type: 'cert', blob: 'x' } }
  for (const _ of [1, 2, 3]) await story.send('POST', '/v3/credentials', { token, json })
  const all = (await story.send('GET', '/v3/credentials', { token })).body.credentials
  const first = (await story.send('GET', '/v3/credentials?limit=1', { token })).body
  await story.send('DELETE', `/v3/credentials/${first.credentials[0].id}`, { token })
  const next = await story.send('GET', first.links.next.replace('http://cloud.test/identity', ''), { token })
  assert.deepEqual(next.body.credentials, all.slice(1, 2))
})

/** A token of a new application credential of a user. */
const delegatedBy = async (
  story: Awaited<ReturnType<typeof startIdentityStory>>,
  {
    user,
    token,
  }: {
    readonly user: { readonly id: string }
    readonly token: string
  },
): Promise<string> => {
  const { body } = await story.send('POST', `/v3/users/${user.id}/application_credentials`, {
    token,
    json: { application_credential: { name: 'ci' } },
  })
  const { id, secret } = body.application_credential
  const identity = { methods: ['application_credential'], application_credential: { id, secret } }
  const login = await story.send('POST', '/v3/auth/tokens', { json: { auth: { identity } } })
  return login.headers['x-subject-token'] ?? ''
}

test('a token of an application credential sees no credentials outside its project and creates no EC2 keys', async () => {
  await using story = await startIdentityStory()
  const ann = await story.member('ann')
  const personal = await story.send('POST', '/v3/credentials', {
    token: ann.token,
    json: { credential: { user_id: ann.user.id, type: 'totp', blob: 'GEZDGNBV' } },
  })
  const token = await delegatedBy(story, ann)
  const path = `/v3/credentials/${personal.body.credential.id}`
  for (const method of ['GET', 'DELETE'])
    assert.equal((await story.send(method, path, { token })).status, 403)
  assert.deepEqual((await story.send('GET', '/v3/credentials', { token })).body.credentials, [])
  const keys = `/v3/users/${ann.user.id}/credentials/OS-EC2`
  const refused = await story.send('POST', keys, { token, json: { tenant_id: ann.project.id } })
  assert.equal(refused.status, 403)
})

test('a token of an application credential cannot give its user a TOTP secret to log in with', async () => {
  await using story = await startIdentityStory()
  const ann = await story.member('ann')
  const token = await delegatedBy(story, ann)
  const own = { user_id: ann.user.id, project_id: ann.project.id, blob: 'GEZDGNBV' }
  const make = (type: string) =>
    story.send('POST', '/v3/credentials', { token, json: { credential: { ...own, type } } })
  assert.equal((await make('totp')).status, 403)
  const made = await make('cert')
  assert.equal(made.status, 201, JSON.stringify(made.body))
  const json = { credential: { type: 'totp' } }
  const path = `/v3/credentials/${made.body.credential.id}`
  assert.equal((await story.send('PATCH', path, { token, json })).status, 403)
  assert.equal((await story.send('PATCH', path, { token: ann.token, json })).status, 200)
  assert.equal((await story.send('GET', path, { token })).status, 403)
})
