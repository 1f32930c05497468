import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startIdentityStory } from '../../../test/identity-story.ts'

const loginBy = (credential: object) => ({
  json: {
    auth: { identity: { methods: ['application_credential'], application_credential: credential } },
  },
})

test('an application credential logs in without the password, with its project and roles only', async () => {
  await using story = await startIdentityStory()
  const { user, project, token } = await story.member('ann')
  const path = `/v3/users/${user.id}/application_credentials`
  const made = await story.send('POST', path, {
    token,
    json: { application_credential: { name: 'ci', roles: [{ name: 'reader' }] } },
  })
  assert.equal(made.status, 201)
  const { id, secret } = made.body.application_credential
  for (const by of [
    { id, secret },
    { name: 'ci', secret, user: { id: user.id } },
  ]) {
    const { status, body } = await story.send('POST', '/v3/auth/tokens', loginBy(by))
    assert.equal(status, 201)
    assert.equal(body.token.project.id, project.id)
    assert.deepEqual(
      body.token.roles.map(({ name }: { name: string }) => name),
      ['reader'],
    )
    assert.deepEqual(body.token.application_credential, { id, name: 'ci', restricted: true })
  }
  const shown = await story.send('GET', `${path}/${id}`, { token })
  assert.equal(shown.body.application_credential.secret, undefined)
  assert.equal(shown.body.application_credential.secret_hash, undefined)
})

test('an application credential has also the roles that those named at its creation imply', async () => {
  await using story = await startIdentityStory()
  const { user, token } = await story.member('ann')
  const json = { application_credential: { name: 'ci', roles: [{ name: 'member' }] } }
  const made = await story.send('POST', `/v3/users/${user.id}/application_credentials`, { token, json })
  const { id, secret, roles } = made.body.application_credential
  assert.deepEqual(roles.map(({ name }: { name: string }) => name).toSorted(), ['member', 'reader'])
  const login = await story.send('POST', '/v3/auth/tokens', loginBy({ id, secret }))
  assert.deepEqual(await story.rolesAtNeighbour(login.headers['x-subject-token'] ?? ''), ['member', 'reader'])
})

test('a restricted application credential creates no others, and ends when it expires', async () => {
  await using story = await startIdentityStory()
  const { user, token } = await story.member('ann')
  const path = `/v3/users/${user.id}/application_credentials`
  const expires_at = new Date(Date.now() + 60_000).toISOString()
  const made = await story.send('POST', path, {
    token,
    json: { application_credential: { name: 'ci', expires_at } },
  })
  const { id, secret } = made.body.application_credential
  const by = await story.send('POST', '/v3/auth/tokens', loginBy({ id, secret }))
  const short = by.headers['x-subject-token']
  const other = { application_credential: { name: 'other' } }
  assert.equal((await story.send('POST', path, { token: short, json: other })).status, 403)
  assert.equal((await story.send('POST', '/v3/auth/tokens', loginBy({ id, secret: 'x' }))).status, 401)
  story.skip(61_000)
  assert.equal((await story.send('GET', '/v3/auth/projects', { token: short })).status, 401)
  assert.equal((await story.send('POST', '/v3/auth/tokens', loginBy({ id, secret }))).status, 401)
})

test('deleting an application credential ends it and the tokens issued for it', async () => {
  await using story = await startIdentityStory()
  const { user, token } = await story.member('ann')
  const path = `/v3/users/${user.id}/application_credentials`
  const made = await story.send('POST', path, { token, json: { application_credential: { name: 'ci' } } })
  const { id, secret } = made.body.application_credential
  const login = () => story.send('POST', '/v3/auth/tokens', loginBy({ id, secret }))
  const { status, headers } = await login()
  const short = headers['x-subject-token'] ?? ''
  assert.equal(status, 201)
  assert.ok(await story.rolesAtNeighbour(short))
  assert.equal((await story.send('DELETE', `${path}/${id}`, { token })).status, 204)
  assert.equal((await story.send('GET', `${path}/${id}`, { token })).status, 404)
  assert.equal((await login()).status, 404)
  assert.equal((await story.send('GET', '/v3/auth/projects', { token: short })).status, 401)
  assert.equal(await story.rolesAtNeighbour(short), undefined)
  assert.ok(await story.rolesAtNeighbour(token))
})

test('the expiry of an application credential is shown as it was given, to the microsecond', async () => {
  await using story = await startIdentityStory()
  const { user, token } = await story.member('ann')
  const path = `/v3/users/${user.id}/application_credentials`
  const json = { application_credential: { name: 'ci', expires_at: '2099-01-31T12:00:00.123456' } }
  const made = await story.send('POST', path, { token, json })
  const { id, expires_at } = made.body.application_credential
  assert.equal(expires_at, '2099-01-31T12:00:00.123456')
  const shown = await story.send('GET', `${path}/${id}`, { token })
  assert.equal(shown.body.application_credential.expires_at, expires_at)
})

test('a user cannot reach another user’s application credential through their own path', async () => {
  await using story = await startIdentityStory()
  const [ann, bob] = [await story.member('ann'), await story.member('bob')]
  const made = await story.send('POST', `/v3/users/${bob.user.id}/application_credentials`, {
    token: bob.token,
    json: { application_credential: { name: 'ci' } },
  })
  const { id } = made.body.application_credential
  const path = (user: string) => `/v3/users/${user}/application_credentials/${id}`
  for (const method of ['GET', 'DELETE'])
    assert.equal((await story.send(method, path(ann.user.id), { token: ann.token })).status, 403, method)
  assert.equal((await story.send('GET', path(bob.user.id), { token: bob.token })).status, 200)
})

test('an application credential stops working once its user loses one of its roles', async () => {
  await using story = await startIdentityStory()
  const { user, project, token } = await story.member('ann')
  const path = `/v3/users/${user.id}/application_credentials`
  const made = await story.send('POST', path, { token, json: { application_credential: { name: 'ci' } } })
  const { id, secret } = made.body.application_credential
  const reader = await story.roleId('reader')
  const member = await story.roleId('member')
  await story.asAdmin('PUT', `/v3/projects/${project.id}/users/${user.id}/roles/${reader}`)
  await story.asAdmin('DELETE', `/v3/projects/${project.id}/users/${user.id}/roles/${member}`)
  assert.equal((await story.send('POST', '/v3/auth/tokens', loginBy({ id, secret }))).status, 401)
})

test('reading or deleting another user’s application credential is refused below either user’s path', async () => {
  await using story = await startIdentityStory()
  const [ann, bob] = [await story.member('ann'), await story.member('bob')]
  const pathOf = (user: { id: string }) => `/v3/users/${user.id}/application_credentials`
  const json = { application_credential: { name: 'ci' } }
  const made = await story.send('POST', pathOf(bob.user), { token: bob.token, json })
  const { id } = made.body.application_credential
  for (const method of ['GET', 'DELETE'])
    for (const { user } of [ann, bob]) {
      const { status } = await story.send(method, `${pathOf(user)}/${id}`, { token: ann.token })
      assert.equal(status, 403, `${method} below ${user.name}`)
    }
  const kept = await story.send('GET', `${pathOf(bob.user)}/${id}`, { token: bob.token })
  assert.equal(kept.body.application_credential.user_id, bob.user.id)
  const none = await story.send('GET', `${pathOf(ann.user)}/nothing`, { token: ann.token })
  assert.equal(none.status, 404)
})

test('creating an application credential for another user, or with a role one lacks, is refused', async () => {
  await using story = await startIdentityStory()
  const ann = await story.member('ann')
  const bob = await story.member('bob')
  const json = { application_credential: { name: 'ci' } }
  const foreign = await story.send('POST', `/v3/users/${bob.user.id}/application_credentials`, {
    token: ann.token,
    json,
  })
  assert.equal(foreign.status, 403)
  const greedy = await story.send('POST', `/v3/users/${ann.user.id}/application_credentials`, {
    token: ann.token,
    json: { application_credential: { name: 'ci', roles: [{ name: 'admin' }] } },
  })
  assert.equal(greedy.status, 400)
})
