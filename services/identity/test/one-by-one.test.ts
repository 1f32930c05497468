import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startIdentityStory } from './identity-story.ts'

let story: Awaited<ReturnType<typeof startIdentityStory>>
before(async () => {
  story = await startIdentityStory()
})
after(() => story[Symbol.asyncDispose]())

const ids = (list: readonly { readonly id: string }[]) => list.map(({ id }) => id)

test('endpoint groups are listed and shown, and HEAD tells whether a project has one', async () => {
  const wish = { endpoint_group: { name: 'volumes', filters: { interface: 'public' } } }
  const { endpoint_group: group } = await story.asAdmin('POST', '/v3/OS-EP-FILTER/endpoint_groups', wish)
  const path = `/v3/OS-EP-FILTER/endpoint_groups/${group.id}`
  assert.deepEqual((await story.asAdmin('GET', path)).endpoint_group.filters, { interface: 'public' })
  const { endpoint_groups } = await story.asAdmin('GET', '/v3/OS-EP-FILTER/endpoint_groups')
  assert.deepEqual(ids(endpoint_groups), [group.id])
  const { project } = await story.asAdmin('POST', '/v3/projects', { project: { name: 'web' } })
  const status = async () =>
    (await story.send('HEAD', `${path}/projects/${project.id}`, { token: story.admin })).status
  assert.equal(await status(), 404)
  await story.asAdmin('PUT', `${path}/projects/${project.id}`)
  assert.equal(await status(), 200)
})

test('a policy is associated with a service, in all regions or in one, and dissociated', async () => {
  const { policy } = await story.asAdmin('POST', '/v3/policies', { policy: { blob: '{}', type: 'text' } })
  const { service } = await story.asAdmin('POST', '/v3/services', { service: { name: 'x', type: 'x' } })
  const root = `/v3/policies/${policy.id}/OS-ENDPOINT-POLICY/services/${service.id}`
  for (const path of [root, `${root}/regions/RegionOne`]) {
    const status = async () => (await story.send('GET', path, { token: story.admin })).status
    await story.asAdmin('PUT', path)
    assert.equal(await status(), 204)
    await story.asAdmin('DELETE', path)
    assert.equal(await status(), 404)
  }
})

test('identity providers, mappings and service providers of federation are listed or shown', async () => {
  const root = '/v3/OS-FEDERATION'
  await story.asAdmin('PUT', `${root}/identity_providers/acme`, { identity_provider: { enabled: true } })
  assert.deepEqual(ids((await story.asAdmin('GET', `${root}/identity_providers`)).identity_providers), [
    'acme',
  ])
  const rules = [{ local: [{ user: { name: '{0}' } }], remote: [{ type: 'REMOTE_USER' }] }]
  await story.asAdmin('PUT', `${root}/mappings/users`, { mapping: { rules } })
  assert.deepEqual((await story.asAdmin('GET', `${root}/mappings/users`)).mapping.rules, rules)
  const urls = { auth_url: 'https://other.test/v3/auth', sp_url: 'https://other.test/sp' }
  await story.asAdmin('PUT', `${root}/service_providers/other`, { service_provider: urls })
  const { service_provider } = await story.asAdmin('GET', `${root}/service_providers/other`)
  assert.deepEqual([service_provider.auth_url, service_provider.sp_url], [urls.auth_url, urls.sp_url])
})

test('a consumer of OAuth 1 is shown without its secret', async () => {
  const { consumer } = await story.asAdmin('POST', '/v3/OS-OAUTH1/consumers', {
    consumer: { description: 'robot' },
  })
  const shown = (await story.asAdmin('GET', `/v3/OS-OAUTH1/consumers/${consumer.id}`)).consumer
  assert.deepEqual([shown.description, 'secret' in shown], ['robot', false])
})

test('a user lists the projects, domains and system they can log in to, also below OS-FEDERATION', async () => {
  const names = (list: readonly { readonly name: string }[]) => list.map(({ name }) => name)
  const get = async (path: string) => (await story.asAdmin('GET', path)) as Record<string, { name: string }[]>
  assert.deepEqual(names((await get('/v3/OS-FEDERATION/projects')).projects ?? []), ['admin'])
  for (const path of ['/v3/auth/domains', '/v3/OS-FEDERATION/domains'])
    assert.ok(Array.isArray((await get(path)).domains), path)
  assert.deepEqual((await story.asAdmin('GET', '/v3/auth/system')).system, [{ all: true }])
})
