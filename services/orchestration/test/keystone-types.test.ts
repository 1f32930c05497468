import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ownCloud } from '@nimbo/testkit/own-cloud'
import { engineOf } from './small-engine.ts'
import { typesCoveredBy } from './covered-types.ts'
import { shows } from './shows.ts'

const cloud = ownCloud()
const { create, lives } = engineOf(() => cloud().admin)

test('a domain, project, roles, group, user and role assignments are created, updated and deleted', async () => {
  const domain = await create('OS::Keystone::Domain', 'domain', { name: 'firm', description: 'ours' })
  await domain.update({ name: 'company' })
  await shows(domain, { name: 'company', description: '' })
  const project = await create('OS::Keystone::Project', 'project', { domain: 'company', tags: ['a'] })
  assert.deepEqual(
    [await project.attribute('domain_id'), await project.attribute('is_domain')],
    [domain.id, false],
  )
  await project.update({ domain: domain.id, name: 'web', description: 'the web', enabled: false })
  await shows(project, { name: 'web', description: 'the web', enabled: false, tags: [] })
  const role = await create('OS::Keystone::Role', 'role', { name: 'gardener' })
  await role.update({ name: 'keeper' })
  await shows(role, { name: 'keeper' })
  const inside = await create('OS::Keystone::Role', 'inside', { domain: domain.id })
  await shows(inside, { domain_id: domain.id })

  const rolesOf = async (kind: 'users' | 'groups', id: string) => {
    const path = `/v3/projects/${project.id}/${kind}/${id}/roles`
    const { body } = await cloud().admin.identity.get<{ roles: readonly { name: string }[] }>(path)
    return body.roles.map(({ name }) => name)
  }
  const roles = [{ role: 'keeper', project: project.id }]
  const group = await create('OS::Keystone::Group', 'group', { domain: domain.id, roles })
  assert.deepEqual(await rolesOf('groups', group.id), ['keeper'])
  await group.update({ domain: domain.id, description: 'people' })
  await shows(group, { description: 'people' })
  assert.deepEqual(await rolesOf('groups', group.id), [])

  const user = await create('OS::Keystone::User', 'user', {
    domain: domain.id,
    password: 'hush',
    default_project: project.id,
    groups: [group.id],
    roles,
  })
  assert.equal(await user.attribute('default_project_id'), project.id)
  assert.deepEqual(await rolesOf('users', user.id), ['keeper'])
  await user.update({
    domain: domain.id,
    name: 'ada',
    email: 'ada@example.org',
    roles: [{ role: 'member', project: project.id }],
  })
  await shows(user, { name: 'ada', email: 'ada@example.org' })
  assert.deepEqual(await rolesOf('users', user.id), ['member'])

  const userRoles = await create('OS::Keystone::UserRoleAssignment', 'ur', { user: user.id, roles })
  assert.deepEqual((await rolesOf('users', user.id)).sort(), ['keeper', 'member'])
  await userRoles.update({ user: user.id, roles: [{ role: 'reader', project: project.id }] })
  assert.deepEqual((await rolesOf('users', user.id)).sort(), ['member', 'reader'])
  const groupRoles = await create('OS::Keystone::GroupRoleAssignment', 'gr', { group: group.id, roles })
  assert.deepEqual(await rolesOf('groups', group.id), ['keeper'])
  await groupRoles.update({ group: group.id })
  assert.deepEqual(await rolesOf('groups', group.id), [])
  await userRoles.delete()
  assert.deepEqual(await rolesOf('users', user.id), ['member'])
  for (const one of [groupRoles, user, group, inside, role, project, domain]) await one.delete()
})

test('regions, a service and its endpoint are created, updated and deleted', async () => {
  const region = await create('OS::Keystone::Region', 'region', { id: 'north', description: 'cold' })
  assert.equal(region.id, 'north')
  await region.update({ id: 'north', description: 'colder' })
  await shows(region, { description: 'colder' })
  const unnamed = await create('OS::Keystone::Region', 'unnamed', { parent_region: 'north' })
  await shows(unnamed, { parent_region_id: 'north' })
  const service = await create('OS::Keystone::Service', 'service', { name: 'clock', type: 'time' })
  await service.update({ name: 'clock', type: 'time', description: 'tells it', enabled: false })
  await shows(service, { description: 'tells it', enabled: false })
  const given = { service: 'clock', interface: 'public', url: 'http://clock:1' }
  const endpoint = await create('OS::Keystone::Endpoint', 'endpoint', { ...given, region: 'north' })
  await shows(endpoint, { region_id: 'north', service_id: service.id, url: 'http://clock:1' })
  await endpoint.update({ ...given, region: 'north', url: 'http://clock:2' })
  await shows(endpoint, { url: 'http://clock:2' })
  for (const one of [endpoint, service, unnamed, region]) await one.delete()
})

test('the tests above create, update and delete each resource type that this file covers', () => {
  assert.deepEqual(lives.missing(typesCoveredBy('keystone-types')), [])
})
