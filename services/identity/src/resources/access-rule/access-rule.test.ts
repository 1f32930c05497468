import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Reply, startIdentityStory } from '../../../test/identity-story.ts'

type Story = Awaited<ReturnType<typeof startIdentityStory>>
type Member = Awaited<ReturnType<Story['member']>>

const create = (story: Story, { user, token }: Member, credential: object): Promise<Reply> =>
  story.send('POST', `/v3/users/${user.id}/application_credentials`, {
    token,
    json: { application_credential: credential },
  })

const loginBy = async (story: Story, { id, secret }: { id: string; secret: string }): Promise<Reply> => {
  const identity = { methods: ['application_credential'], application_credential: { id, secret } }
  return story.send('POST', '/v3/auth/tokens', { json: { auth: { identity } } })
}

const listing = { service: 'compute', method: 'GET', path: '/' }
const ownCatalog = { service: 'identity', method: 'GET', path: '/v3/auth/*' }

test('identity and other services accept a token only for the requests that its access rules allow', async () => {
  await using story = await startIdentityStory()
  const ann = await story.member('ann')
  const made = await create(story, ann, { name: 'ci', access_rules: [listing, ownCatalog] })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  const { access_rules, ...credential } = made.body.application_credential
  const services = access_rules.map(({ service }: { service: string }) => service)
  assert.deepEqual(services.toSorted(), ['compute', 'identity'])
  const login = await loginBy(story, credential)
  assert.equal(login.body.token.application_credential.access_rules.length, 2)
  const token = login.headers['x-subject-token'] ?? ''
  assert.deepEqual(await story.rolesAtNeighbour(token), ['member', 'reader'])
  assert.equal((await story.send('GET', '/v3/auth/catalog', { token })).status, 200)
  assert.equal((await story.send('GET', '/v3/auth/projects', { token })).status, 200)
  assert.equal((await story.send('GET', `/v3/users/${ann.user.id}`, { token })).status, 401)
  assert.equal((await story.send('DELETE', '/v3/auth/tokens', { token, subject: token })).status, 401)

  const identity = { methods: ['token'], token: { id: token } }
  const again = await story.send('POST', '/v3/auth/tokens', { json: { auth: { identity } } })
  const next = again.headers['x-subject-token']
  assert.equal((await story.send('GET', `/v3/users/${ann.user.id}`, { token: next })).status, 401)
})

test('an access rule for another service, method or path does not allow the request', async () => {
  await using story = await startIdentityStory()
  const ann = await story.member('ann')
  const others = [
    { ...listing, service: 'image' },
    { ...listing, method: 'POST' },
    { ...listing, path: '/servers' },
  ]
  for (const [index, rule] of others.entries()) {
    const made = await create(story, ann, { name: `ci-${index}`, access_rules: [rule] })
    const login = await loginBy(story, made.body.application_credential)
    assert.equal(await story.rolesAtNeighbour(login.headers['x-subject-token'] ?? ''), undefined)
  }
})

test('validating a token with access rules answers 404 to a caller that does not announce support for them', async () => {
  await using story = await startIdentityStory()
  const ann = await story.member('ann')
  const made = await create(story, ann, { name: 'ci', access_rules: [listing] })
  const subject = (await loginBy(story, made.body.application_credential)).headers['x-subject-token'] ?? ''
  const { status } = await story.send('GET', '/v3/auth/tokens', { token: story.admin, subject })
  assert.equal(status, 404)
})

test('a user’s access rules can be listed, reused, and deleted once no credential uses them', async () => {
  await using story = await startIdentityStory()
  const [ann, bob] = [await story.member('ann'), await story.member('bob')]
  const rules = `/v3/users/${ann.user.id}/access_rules`
  const made = await create(story, ann, { name: 'one', access_rules: [listing] })
  await create(story, ann, { name: 'two', access_rules: [listing] })
  const listed = await story.send('GET', rules, { token: ann.token })
  assert.equal(listed.body.access_rules.length, 1)
  const [{ id, links }] = listed.body.access_rules
  assert.equal(links.self, `http://cloud.test/identity${rules}/${id}`)
  const byId = await create(story, ann, { name: 'three', access_rules: [{ id }] })
  assert.equal(byId.body.application_credential.access_rules[0].path, '/')
  assert.deepEqual(
    (await story.send('GET', `${rules}?service=image`, { token: ann.token })).body.access_rules,
    [],
  )

  const foreign = await create(story, bob, { name: 'ci', access_rules: [{ id }] })
  assert.equal(foreign.status, 404)
  assert.equal(foreign.body.error.message, `Could not find Access Rule: ${id}.`)
  for (const method of ['GET', 'DELETE'])
    assert.equal((await story.send(method, `${rules}/${id}`, { token: bob.token })).status, 403)

  const refused = await story.send('DELETE', `${rules}/${id}`, { token: ann.token })
  assert.deepEqual([refused.status, refused.body.error.message], [403, 'May not delete access rule in use'])
  const credentials = `/v3/users/${ann.user.id}/application_credentials`
  for (const one of (await story.send('GET', credentials, { token: ann.token })).body.application_credentials)
    await story.send('DELETE', `${credentials}/${one.id}`, { token: ann.token })
  assert.equal((await story.send('GET', `${rules}/${id}`, { token: ann.token })).status, 200)
  assert.equal((await story.send('DELETE', `${rules}/${id}`, { token: ann.token })).status, 204)
  assert.equal((await story.send('GET', `${rules}/${id}`, { token: ann.token })).status, 404)
  assert.equal(made.status, 201)
})

test('an application credential with an incomplete or invalid access rule is refused', async () => {
  await using story = await startIdentityStory()
  const ann = await story.member('ann')
  for (const rule of [
    { service: 'compute', method: 'GET' },
    { ...listing, method: 'TRACE' },
    { ...listing, path: 'servers' },
    { ...listing, more: 1 },
  ]) {
    const { status } = await create(story, ann, { name: 'ci', access_rules: [rule] })
    assert.equal(status, 400, JSON.stringify(rule))
  }
  const none = await story.send('GET', `/v3/users/${ann.user.id}/access_rules`, { token: ann.token })
  assert.deepEqual(none.body.access_rules, [])
})
