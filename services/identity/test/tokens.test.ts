import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { rotateKeys } from '../src/app/keys/key-repository.ts'
import { startIdentityStory } from './identity-story.ts'

const unauthorized = {
  error: { code: 401, message: 'The request you have made requires authentication.', title: 'Unauthorized' },
}

const isValid = async (
  story: Awaited<ReturnType<typeof startIdentityStory>>,
  subject: string,
): Promise<boolean> =>
  (await story.send('GET', '/v3/auth/tokens', { token: await adminToken(story), subject })).status === 200

const adminToken = (story: Awaited<ReturnType<typeof startIdentityStory>>): Promise<string> =>
  story.tokenFor('admin', 'admin-secret', story.inProject('admin'))

test('whatever is wrong with a login, the answer is the same', async () => {
  await using story = await startIdentityStory()
  const { user } = await story.member('ann')
  await story.asAdmin('PATCH', `/v3/users/${user.id}`, { user: { enabled: false } })
  const attempts = [
    await story.login('admin', 'wrong'),
    await story.login('nobody', 'admin-secret'),
    await story.login('ann', 'pw'),
    await story.login('admin', 'admin-secret', { project: { id: 'nowhere' } }),
    await story.login('admin', 'admin-secret', {
      project: { name: 'ann-project', domain: { id: 'default' } },
    }),
    await story.login('nova', 'nova-secret', { system: { all: true } }),
  ]
  for (const { status, headers, body } of attempts) {
    assert.equal(status, 401)
    assert.deepEqual(body, unauthorized)
    assert.equal(headers['www-authenticate'], 'Keystone uri="http://cloud.test/identity"')
  }
})

test('a malformed login is refused with the name of the field', async () => {
  await using story = await startIdentityStory()
  const { status, body } = await story.send('POST', '/v3/auth/tokens', { json: { auth: { identity: {} } } })
  assert.equal(status, 400)
  assert.equal(body.error.message, "Invalid input for field 'identity': 'methods' is a required property")
})

test('a token is shown with its user and project, and once expired only with allow_expired', async () => {
  await using story = await startIdentityStory()
  const { token, user, project } = await story.member('ann')
  const shown = await story.send('GET', '/v3/auth/tokens?nocatalog', { token, subject: token })
  assert.equal(shown.status, 200)
  assert.equal(shown.body.token.user.id, user.id)
  assert.equal(shown.body.token.project.id, project.id)
  assert.equal(shown.body.token.catalog, undefined)
  assert.equal((await story.send('HEAD', '/v3/auth/tokens', { token, subject: token })).status, 200)
  story.skip(3_601_000)
  assert.equal((await story.send('GET', '/v3/auth/tokens', { token, subject: token })).status, 401)
  const admin = await adminToken(story)
  const expired = await story.send('GET', '/v3/auth/tokens', { token: admin, subject: token })
  assert.equal(expired.status, 404)
  const allowed = await story.send('GET', '/v3/auth/tokens?allow_expired=1', { token: admin, subject: token })
  assert.equal(allowed.status, 200)
})

test('an unscoped token has no roles and no catalog, and can be exchanged for one with a scope', async () => {
  await using story = await startIdentityStory()
  const { project } = await story.member('ann')
  const unscoped = await story.login('ann', 'pw', 'unscoped')
  assert.equal(unscoped.body.token.roles, undefined)
  assert.equal(unscoped.body.token.catalog, undefined)
  const id = unscoped.headers['x-subject-token'] ?? ''
  const scoped = await story.send('POST', '/v3/auth/tokens', {
    json: {
      auth: { identity: { methods: ['token'], token: { id } }, scope: { project: { id: project.id } } },
    },
  })
  assert.equal(scoped.status, 201)
  assert.deepEqual(scoped.body.token.methods, ['password', 'token'])
  assert.equal(scoped.body.token.expires_at, unscoped.body.token.expires_at)
  assert.equal(scoped.body.token.audit_ids[1], unscoped.body.token.audit_ids[0])
})

test('a user’s default project is the scope when none is asked for, unless it cannot be used', async () => {
  await using story = await startIdentityStory()
  const { user, project } = await story.member('ann')
  await story.asAdmin('PATCH', `/v3/users/${user.id}`, { user: { default_project_id: project.id } })
  assert.equal((await story.login('ann', 'pw')).body.token.project.id, project.id)
  await story.asAdmin('PATCH', `/v3/projects/${project.id}`, { project: { enabled: false } })
  const { token } = (await story.login('ann', 'pw')).body
  assert.equal(token.project, undefined)
})

const endings: Record<
  string,
  (
    story: Awaited<ReturnType<typeof startIdentityStory>>,
    made: { user: { id: string }; project: { id: string }; token: string },
  ) => Promise<unknown>
> = {
  'it is revoked': (story, { token }) => story.send('DELETE', '/v3/auth/tokens', { token, subject: token }),
  'its user is disabled and enabled again': async (story, { user }) => {
    await story.asAdmin('PATCH', `/v3/users/${user.id}`, { user: { enabled: false } })
    await story.asAdmin('PATCH', `/v3/users/${user.id}`, { user: { enabled: true } })
  },
  'its user changes the password': (story, { user }) =>
    story.send('POST', `/v3/users/${user.id}/password`, {
      json: { user: { original_password: 'pw', password: 'new' } },
    }),
  'its user is deleted': (story, { user }) => story.asAdmin('DELETE', `/v3/users/${user.id}`),
  'its project is disabled and enabled again': async (story, { project }) => {
    await story.asAdmin('PATCH', `/v3/projects/${project.id}`, { project: { enabled: false } })
    await story.asAdmin('PATCH', `/v3/projects/${project.id}`, { project: { enabled: true } })
  },
  'its project is deleted': (story, { project }) => story.asAdmin('DELETE', `/v3/projects/${project.id}`),
  'the last role is taken away': async (story, { user, project }) => {
    const role = await story.roleId('member')
    await story.asAdmin('DELETE', `/v3/projects/${project.id}/users/${user.id}/roles/${role}`)
  },
}

for (const [ending, happen] of Object.entries(endings))
  test(`a token ends when ${ending}`, async () => {
    await using story = await startIdentityStory()
    const made = await story.member('ann')
    assert.equal(await isValid(story, made.token), true)
    await happen(story, made)
    assert.equal(await isValid(story, made.token), false)
    const own = await story.send('GET', '/v3/auth/projects', { token: made.token })
    assert.deepEqual([own.status, own.body], [401, unauthorized])
  })

test('after a password change the old password is refused, and a token got with the new one is valid', async () => {
  await using story = await startIdentityStory()
  const { user } = await story.member('ann')
  await story.send('POST', `/v3/users/${user.id}/password`, {
    json: { user: { original_password: 'pw', password: 'new' } },
  })
  assert.equal((await story.login('ann', 'pw')).status, 401)
  assert.equal(await isValid(story, await story.tokenFor('ann', 'new')), true)
})

test('a member can neither validate nor revoke another user’s token', async () => {
  await using story = await startIdentityStory()
  const ann = await story.member('ann')
  const bob = await story.member('bob')
  for (const [method, rule] of [
    ['GET', 'identity:validate_token'],
    ['DELETE', 'identity:revoke_token'],
  ] as const) {
    const { status, body } = await story.send(method, '/v3/auth/tokens', {
      token: ann.token,
      subject: bob.token,
    })
    assert.equal(status, 403)
    assert.equal(body.error.message, `You are not authorized to perform the requested action: ${rule}.`)
  }
  assert.equal(await isValid(story, bob.token), true)
})

test('a token outlives a restart and one rotation of the keys, but not a second rotation', async () => {
  await using story = await startIdentityStory()
  const { token } = await story.member('ann')
  await rotateKeys(join(story.home, 'fernet-keys'), 3)
  await story.restart()
  assert.equal(await isValid(story, token), true)
  story.skip(61_000)
  await rotateKeys(join(story.home, 'fernet-keys'), 3)
  assert.equal(await isValid(story, await story.tokenFor('ann', 'pw')), true)
  assert.equal(await isValid(story, token), false)
})

test('issuing a token records a span with the audit id of the token', async () => {
  await using story = await startIdentityStory()
  const { body } = await story.login('admin', 'admin-secret')
  const span = story.spans.findLast(({ name }) => name === 'issue-token')
  assert.equal(span?.service, 'keystone')
  assert.equal(span?.attributes.audit_id, body.token.audit_ids[0])
  assert.equal(span?.attributes.resource, body.token.audit_ids[0])
})

test('a token that one process has revoked is not valid to any other', async () => {
  await using story = await startIdentityStory()
  const token = await story.tokenFor('nova', 'nova-secret', story.inProject('service'))
  assert.equal(await story.validatedElsewhere(token), 200)
  await story.send('DELETE', '/v3/auth/tokens', { token: story.admin, subject: token })
  assert.equal(await story.validatedElsewhere(token), 404)
})

test('a revoked token answers 404, also to its own user', async () => {
  await using story = await startIdentityStory()
  const { token, project } = await story.member('ann')
  const other = await story.tokenFor('ann', 'pw', { project: { id: project.id } })
  assert.equal((await story.send('DELETE', '/v3/auth/tokens', { token, subject: other })).status, 204)
  for (const method of ['GET', 'HEAD', 'DELETE'])
    assert.equal((await story.send(method, '/v3/auth/tokens', { token, subject: other })).status, 404, method)
})
