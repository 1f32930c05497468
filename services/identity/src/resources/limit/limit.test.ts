import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Reply, startIdentityStory } from '../../../test/identity-story.ts'

type Story = Awaited<ReturnType<typeof startIdentityStory>>

const message = ({ status, body }: Reply) => [status, body.error?.message]
const serviceId = async (story: Story) =>
  (await story.asAdmin('GET', '/v3/services?type=volumev3')).services[0].id

const register = async (story: Story, more: object = {}) => {
  const service_id = await serviceId(story)
  const one = { service_id, resource_name: 'volumes', default_limit: 10, ...more }
  return story.send('POST', '/v3/registered_limits', {
    token: story.admin,
    json: { registered_limits: [one] },
  })
}

const limit = async (story: Story, ...wanted: readonly object[]) => {
  const service_id = await serviceId(story)
  const limits = wanted.map((one) => ({ service_id, resource_name: 'volumes', ...one }))
  return story.send('POST', '/v3/limits', { token: story.admin, json: { limits } })
}

const strict = () =>
  startIdentityStory({}, (config) => ({
    ...config,
    unified_limit: { enforcement_model: 'strict_two_level' },
  }))

test('only operators manage registered limits, and every user can see them', async () => {
  await using story = await startIdentityStory()
  const ann = await story.member('ann')
  const made = await register(story)
  assert.equal(made.status, 201, JSON.stringify(made.body))
  const [{ id, links, ...shown }] = made.body.registered_limits
  const path = `/v3/registered_limits/${id}`
  assert.equal(links.self, `http://cloud.test/identity${path}`)
  const service_id = await serviceId(story)
  assert.deepEqual(shown, {
    service_id,
    region_id: null,
    resource_name: 'volumes',
    default_limit: 10,
    description: null,
  })
  assert.equal((await story.send('GET', path, { token: ann.token })).body.registered_limit.default_limit, 10)
  const changed = { registered_limit: { default_limit: -1, region_id: 'RegionOne' } }
  assert.equal((await story.send('PATCH', path, { token: ann.token, json: changed })).status, 403)
  const { registered_limit } = await story.asAdmin('PATCH', path, changed)
  assert.deepEqual([registered_limit.default_limit, registered_limit.region_id], [-1, 'RegionOne'])
  const listed = async (query: string) =>
    (await story.asAdmin('GET', `/v3/registered_limits?${query}`)).registered_limits.length
  assert.deepEqual([await listed('region_id=RegionOne'), await listed('resource_name=servers')], [1, 0])
  await story.asAdmin('DELETE', path)
  assert.deepEqual(message(await story.send('GET', path, { token: ann.token })), [
    404,
    `Could not find registered limit for ${id}.`,
  ])
})

test('a registered limit is refused if it exists already or has an unknown service or region', async () => {
  await using story = await startIdentityStory()
  await register(story)
  assert.deepEqual(message(await register(story)), [
    409,
    'Conflict occurred attempting to store registered_limit - Duplicate entry.',
  ])
  for (const wrong of [
    { service_id: 'x' },
    { region_id: 'x' },
    { default_limit: -2 },
    { default_limit: 1.5 },
  ])
    assert.equal(
      (await register(story, { resource_name: 'other', ...wrong })).status,
      400,
      JSON.stringify(wrong),
    )
  const two = { default_limit: 1, service_id: await serviceId(story) }
  const registered_limits = [
    { ...two, resource_name: 'servers' },
    { ...two, resource_name: 'volumes' },
  ]
  const both = await story.send('POST', '/v3/registered_limits', {
    token: story.admin,
    json: { registered_limits },
  })
  assert.equal(both.status, 409)
  assert.equal((await story.asAdmin('GET', '/v3/registered_limits')).registered_limits.length, 1)
})

test('a limit of a project needs a registered limit and is visible only to that project and operators', async () => {
  await using story = await startIdentityStory()
  const [ann, bob] = [await story.member('ann'), await story.member('bob')]
  assert.deepEqual(message(await limit(story, { project_id: ann.project.id, resource_limit: 5 })), [
    403,
    'Unable to create a limit that has no corresponding registered limit.',
  ])
  const registered = (await register(story)).body.registered_limits[0]
  const made = await limit(story, { project_id: ann.project.id, resource_limit: 5 })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  const { id, domain_id } = made.body.limits[0]
  assert.equal(domain_id, null)
  const path = `/v3/limits/${id}`
  assert.equal((await limit(story, { project_id: ann.project.id, resource_limit: 6 })).status, 409)
  assert.equal((await story.send('GET', path, { token: ann.token })).body.limit.resource_limit, 5)
  assert.equal((await story.send('GET', path, { token: bob.token })).status, 403)
  const listed = async (token: string) =>
    (await story.send('GET', '/v3/limits', { token })).body.limits.length
  assert.deepEqual([await listed(ann.token), await listed(bob.token), await listed(story.admin)], [1, 0, 1])
  const json = { limit: { resource_limit: 50 } }
  assert.equal((await story.send('PATCH', path, { token: ann.token, json })).status, 403)
  assert.equal((await story.asAdmin('PATCH', path, json)).limit.resource_limit, 50)

  const all = `/v3/registered_limits/${registered.id}`
  const inUse = `Unable to update or delete registered limit ${registered.id} because there are project limits associated with it.`
  const renamed = { registered_limit: { resource_name: 'servers' } }
  assert.deepEqual(message(await story.send('DELETE', all, { token: story.admin })), [403, inUse])
  assert.deepEqual(message(await story.send('PATCH', all, { token: story.admin, json: renamed })), [
    403,
    inUse,
  ])
  await story.asAdmin('PATCH', all, { registered_limit: { default_limit: 20 } })
  await story.asAdmin('DELETE', `/v3/projects/${ann.project.id}`)
  assert.equal((await story.send('GET', path, { token: story.admin })).status, 404)
  await story.asAdmin('DELETE', all)
})

test('a domain-scoped token sees the limits of the domain and those of its projects', async () => {
  await using story = await startIdentityStory()
  const [ann, { domain }] = [
    await story.member('ann'),
    await story.asAdmin('POST', '/v3/domains', { domain: { name: 'east' } }),
  ]
  await register(story)
  await limit(story, { project_id: ann.project.id, resource_limit: 5 })
  await limit(story, { domain_id: 'default', resource_limit: 50 })
  const role = await story.roleId('member')
  for (const id of ['default', domain.id])
    await story.asAdmin('PUT', `/v3/domains/${id}/users/${ann.user.id}/roles/${role}`)
  const listed = async (id: string) => {
    const token = await story.tokenFor('ann', 'pw', { domain: { id } })
    return (await story.send('GET', '/v3/limits', { token })).body.limits.length
  }
  assert.deepEqual([await listed('default'), await listed(domain.id)], [2, 0])
})

test('a limit needs either a project or a domain, which must exist', async () => {
  await using story = await startIdentityStory()
  const { project } = await story.member('ann')
  await register(story)
  for (const wrong of [
    {},
    { project_id: 'none' },
    { domain_id: project.id },
    { project_id: project.id, domain_id: 'default' },
    { project_id: project.id, region_id: 'nowhere' },
  ])
    assert.equal((await limit(story, { resource_limit: 1, ...wrong })).status, 400, JSON.stringify(wrong))
  const made = await limit(story, { project_id: 'default', resource_limit: 1 })
  const [{ id, project_id, domain_id }] = made.body.limits
  assert.deepEqual([project_id, domain_id], [null, 'default'])
  await story.asAdmin('DELETE', `/v3/limits/${id}`)
  assert.equal((await story.send('GET', `/v3/limits/${id}`, { token: story.admin })).status, 404)
})

test('in the flat model a project’s limit is not bounded by that of its domain', async () => {
  await using story = await startIdentityStory()
  const { project, token } = await story.member('ann')
  const { model } = (await story.send('GET', '/v3/limits/model', { token })).body
  assert.equal(model.name, 'flat')
  await register(story)
  assert.equal((await limit(story, { project_id: project.id, resource_limit: 100 })).status, 201)
})

test('in the strict_two_level model a project’s limit never exceeds its domain’s, whichever is changed', async () => {
  await using story = await strict()
  const { project, token } = await story.member('ann')
  const { model } = (await story.send('GET', '/v3/limits/model', { token })).body
  assert.equal(model.name, 'strict_two_level')
  const service_id = await serviceId(story)
  await register(story)
  assert.deepEqual(message(await limit(story, { project_id: project.id, resource_limit: 11 })), [
    403,
    `Invalid resource limit: The resource limit (project_id: ${project.id}, resource_name: volumes, resource_limit: 11, service_id: ${service_id}, region_id: None) doesn't satisfy current hierarchy model..`,
  ])
  const together = await limit(
    story,
    { project_id: project.id, resource_limit: 15 },
    { domain_id: 'default', resource_limit: 20 },
  )
  assert.equal(together.status, 201, JSON.stringify(together.body))
  const [ofProject, ofDomain] = together.body.limits
  const change = (id: string, resource_limit: number) =>
    story.send('PATCH', `/v3/limits/${id}`, { token: story.admin, json: { limit: { resource_limit } } })
  assert.equal((await change(ofProject.id, 21)).status, 403)
  assert.equal((await change(ofDomain.id, 14)).status, 403)
  assert.equal((await change(ofDomain.id, 15)).status, 200)
  const child = { name: 'below', parent_id: project.id }
  assert.equal(
    (await story.send('POST', '/v3/projects', { token: story.admin, json: { project: child } })).status,
    403,
  )
})
