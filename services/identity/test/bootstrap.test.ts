import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bootstrap, startIdentityStory } from './identity-story.ts'

test('a new cloud has its domain, projects, roles, service users and catalog', async () => {
  await using story = await startIdentityStory()
  const { projects } = await story.asAdmin('GET', '/v3/projects')
  assert.deepEqual(projects.map(({ name }: { name: string }) => name).sort(), ['admin', 'service'])
  const { token } = (await story.login('nova', 'nova-secret', story.inProject('service'))).body
  assert.deepEqual(
    token.roles.map(({ name }: { name: string }) => name),
    ['admin', 'manager', 'member', 'reader', 'service'],
  )
  assert.deepEqual(
    token.catalog.map(({ type, endpoints }: { type: string; endpoints: { interface: string }[] }) => [
      type,
      endpoints.map((endpoint) => endpoint.interface),
    ]),
    [
      ['identity', ['admin', 'internal', 'public']],
      ['volumev3', ['admin', 'internal', 'public']],
    ],
  )
  assert.equal(token.catalog[1].endpoints[0].url, `http://cloud.test/volume/v3/${token.project.id}`)
  for (const scope of [{ system: { all: true } }, { domain: { id: 'default' } }])
    assert.equal((await story.login('admin', 'admin-secret', scope)).status, 201)
})

test('a second start keeps the admin’s password and brings addresses and service passwords up to date', async () => {
  await using story = await startIdentityStory()
  const before = await story.asAdmin('GET', '/v3/endpoints')
  const ofOldPassword = await story.tokenFor('nova', 'nova-secret')
  const url = 'http://cloud.test:81/identity'
  await story.restart({
    ...bootstrap,
    adminPassword: 'another',
    endpoints: [
      { serviceType: 'identity', serviceName: 'keystone', urls: { public: url, internal: url, admin: url } },
    ],
    serviceUsers: [{ username: 'nova', password: 'new-secret' }],
  })
  assert.equal((await story.login('admin', 'another')).status, 401)
  assert.equal((await story.login('nova', 'nova-secret')).status, 401)
  assert.equal((await story.login('nova', 'new-secret')).status, 201)
  assert.equal(await story.validatedElsewhere(ofOldPassword), 404)
  const after = await story.asAdmin('GET', '/v3/endpoints')
  assert.deepEqual(
    after.endpoints.map(({ id }: { id: string }) => id),
    before.endpoints.map(({ id }: { id: string }) => id),
  )
  assert.equal(after.endpoints.filter((endpoint: { url: string }) => endpoint.url === url).length, 3)
})

test('concurrent bootstraps create everything only once', async () => {
  await using story = await startIdentityStory()
  const count = async (what: string): Promise<number> =>
    (await story.asAdmin('GET', `/v3/${what}`))[what].length
  const kinds = ['projects', 'users', 'roles', 'services', 'endpoints', 'role_assignments']
  const before = await Promise.all(kinds.map(count))
  for (const { id } of (await story.asAdmin('GET', '/v3/services')).services)
    await story.asAdmin('DELETE', `/v3/services/${id}`)
  await Promise.all(Array.from({ length: 4 }, () => story.bootstrapAgain()))
  assert.deepEqual(await Promise.all(kinds.map(count)), before)
})

test('the first user, project and role are named as asked', async () => {
  await using story = await startIdentityStory()
  const names = { user: 'root', project: 'operators', role: 'manager' }
  await story.restart({ ...bootstrap, names })
  const { status, body } = await story.login('root', 'admin-secret', story.inProject('operators'))
  assert.equal(status, 201)
  assert.deepEqual(
    body.token.roles.map(({ name }: { name: string }) => name),
    ['manager', 'member', 'reader'],
  )
})
