import assert from 'node:assert/strict'
import { test } from 'node:test'
import { routes } from '../src/api/routes.ts'
import type { IdentityTables } from '../src/db/tables.ts'
import { identityMigrations } from '../src/migrations.ts'
import { policies } from '../src/policies.generated.ts'
import { type IdentityStory, startIdentityStory } from './identity-story.ts'

test('every operation has an existing policy rule, or a reason why it has none', () => {
  const rules = new Set<string>(policies.map(({ name }) => name))
  for (const { operation } of routes) {
    const { rule, on, id } = operation
    if (rule !== undefined) assert.ok(rules.has(rule), `${id}: ${rule}`)
    if (on.kind === 'open') assert.ok(on.reason.length > 10, id)
  }
})

test('only logins, versions and password changes work without a token', async () => {
  await using story = await startIdentityStory()
  const open: string[] = []
  for (const { operation } of routes) {
    const { method, path, on } = operation
    if (on.kind === 'open') {
      open.push(`${method} ${path}`)
      continue
    }
    const { status } = await story.send(method, path.replaceAll(/\{\w+\}/g, 'x'))
    assert.equal(status, 401, `${method} ${path}`)
  }
  assert.deepEqual(open.sort(), [
    'GET /',
    'GET /v3',
    'GET /v3/OS-FEDERATION/identity_providers/{idp_id}/protocols/{protocol_id}/auth',
    'GET /v3/OS-FEDERATION/saml2/metadata',
    'GET /v3/auth/OS-FEDERATION/identity_providers/{idp_id}/protocols/{protocol_id}/websso',
    'GET /v3/auth/OS-FEDERATION/websso/{protocol_id}',
    'POST /v3/OS-FEDERATION/identity_providers/{idp_id}/protocols/{protocol_id}/auth',
    'POST /v3/OS-OAUTH1/access_token',
    'POST /v3/OS-OAUTH1/request_token',
    'POST /v3/OS-OAUTH2/token',
    'POST /v3/auth/OS-FEDERATION/identity_providers/{idp_id}/protocols/{protocol_id}/websso',
    'POST /v3/auth/OS-FEDERATION/saml2',
    'POST /v3/auth/OS-FEDERATION/saml2/ecp',
    'POST /v3/auth/OS-FEDERATION/websso/{protocol_id}',
    'POST /v3/auth/tokens',
    'POST /v3/users/{user_id}/password',
  ])
})

test('the versions of the API are listed and shown', async () => {
  await using story = await startIdentityStory()
  const { status, body } = await story.send('GET', '/')
  assert.equal(status, 300)
  assert.equal(body.versions.values[0].links[0].href, 'http://cloud.test/identity/v3/')
  for (const path of ['/v3', '/v3/'])
    assert.equal((await story.send('GET', path)).body.version.id, 'v3.14', path)
})

test('a member is refused admin requests and does not learn which users, projects or groups exist', async () => {
  await using story = await startIdentityStory()
  const { token, project, user } = await story.member('ann')
  const refused = [
    ['GET', '/v3/users', 'list_users'],
    ['GET', '/v3/projects', 'list_projects'],
    ['GET', '/v3/role_assignments', 'list_role_assignments'],
    ['DELETE', `/v3/projects/${project.id}`, 'delete_project'],
    ['GET', '/v3/endpoints', 'list_endpoints'],
  ]
  for (const [method = '', path = '', rule] of refused) {
    const { status, body } = await story.send(method, path, { token })
    assert.equal(status, 403, path)
    assert.equal(
      body.error.message,
      `You are not authorized to perform the requested action: identity:${rule}.`,
    )
  }
  for (const path of ['users', 'projects', 'domains', 'groups'])
    assert.equal((await story.send('DELETE', `/v3/${path}/nowhere`, { token })).status, 403, path)
  assert.equal((await story.send('DELETE', '/v3/roles/nowhere', { token })).status, 404)
  assert.equal((await story.send('GET', `/v3/users/${user.id}`, { token })).status, 200)
  assert.equal((await story.send('GET', `/v3/projects/${project.id}`, { token })).status, 200)
  const own = await story.send('GET', '/v3/auth/projects', { token })
  assert.deepEqual(
    own.body.projects.map(({ id }: { id: string }) => id),
    [project.id],
  )
})

test('projects keep tags and extra attributes, can be filtered, and refuse a duplicate or missing name', async () => {
  await using story = await startIdentityStory()
  const { project } = await story.asAdmin('POST', '/v3/projects', {
    project: { name: 'web', tags: ['blue', 'a'], cost_centre: '42' },
  })
  assert.equal(project.cost_centre, '42')
  assert.equal(project.parent_id, 'default')
  assert.equal(project.links.self, `http://cloud.test/identity/v3/projects/${project.id}`)
  const again = await story.send('POST', '/v3/projects', {
    token: story.admin,
    json: { project: { name: 'web' } },
  })
  const { message, ...conflict } = again.body.error
  assert.deepEqual(conflict, { code: 409, title: 'Conflict' })
  assert.match(message, /same domain: name is web, project id \w+\.$/)
  const nameless = await story.send('POST', '/v3/projects', { token: story.admin, json: { project: {} } })
  assert.equal(nameless.status, 400)
  assert.match(nameless.body.error.message, /'name' is a required property/)
  const missing = await story.send('GET', '/v3/projects/nowhere', { token: story.admin })
  assert.equal(missing.body.error.message, 'Could not find project: nowhere.')
  for (const [query, names] of [
    ['tags=blue,a', ['web']],
    ['tags-any=blue,green', ['web']],
    ['not-tags=blue', ['admin', 'service']],
    ['name__icontains=WE', ['web']],
    ['name__contains=%25', []],
  ] as const) {
    const { projects } = await story.asAdmin('GET', `/v3/projects?${query}`)
    assert.deepEqual(projects.map(({ name }: { name: string }) => name).sort(), names, query)
  }
  const twice = await story.send('GET', '/v3/projects?name=a&name=b', { token: story.admin })
  assert.equal(twice.status, 400)
})

test('the pages of a list together have each item exactly once', async () => {
  await using story = await startIdentityStory()
  for (const name of ['a', 'b', 'c', 'd', 'e']) await story.asAdmin('POST', '/v3/groups', { group: { name } })
  const seen: string[] = []
  let path: string | undefined = '/v3/groups?limit=2'
  while (path !== undefined) {
    const { groups, links } = await story.asAdmin('GET', path)
    seen.push(...groups.map(({ name }: { name: string }) => name))
    path = links.next?.slice('http://cloud.test/identity'.length)
  }
  assert.deepEqual(seen.sort(), ['a', 'b', 'c', 'd', 'e'])
})

test('only a disabled domain can be deleted, and its users and projects are deleted with it', async () => {
  await using story = await startIdentityStory()
  const { domain } = await story.asAdmin('POST', '/v3/domains', { domain: { name: 'acme' } })
  const domain_id = domain.id
  const { user } = await story.asAdmin('POST', '/v3/users', { user: { name: 'ann', domain_id } })
  const { project } = await story.asAdmin('POST', '/v3/projects', { project: { name: 'web', domain_id } })
  const early = await story.send('DELETE', `/v3/domains/${domain_id}`, { token: story.admin })
  assert.equal(early.status, 403)
  await story.asAdmin('PATCH', `/v3/domains/${domain_id}`, { domain: { enabled: false } })
  await story.asAdmin('DELETE', `/v3/domains/${domain_id}`)
  for (const path of [`/v3/users/${user.id}`, `/v3/projects/${project.id}`, `/v3/domains/${domain_id}`])
    assert.equal((await story.send('GET', path, { token: story.admin })).status, 404, path)
})

test('a domain is deleted by its path among the projects only like by its own', async () => {
  await using story = await startIdentityStory()
  const { domain } = await story.asAdmin('POST', '/v3/domains', { domain: { name: 'acme' } })
  const path = `/v3/projects/${domain.id}`
  assert.equal((await story.send('DELETE', path, { token: story.admin })).status, 403)
  const { user } = await story.asAdmin('POST', '/v3/users', { user: { name: 'ann', domain_id: domain.id } })
  await story.asAdmin('PATCH', path, { project: { enabled: false } })
  await story.asAdmin('DELETE', path)
  for (const gone of [`/v3/domains/${domain.id}`, `/v3/users/${user.id}`])
    assert.equal((await story.send('GET', gone, { token: story.admin })).status, 404, gone)
})

test('a project is disabled only above disabled projects, and enabled only below enabled ones', async () => {
  await using story = await startIdentityStory()
  const make = async (project: object) =>
    (await story.asAdmin('POST', '/v3/projects', { project })).project.id
  const set = async (id: string, enabled: boolean) => {
    const json = { project: { enabled } }
    return (await story.send('PATCH', `/v3/projects/${id}`, { token: story.admin, json })).status
  }
  const parent = await make({ name: 'web' })
  const child = await make({ name: 'web-test', parent_id: parent })
  assert.equal(await set(parent, false), 403)
  assert.deepEqual([await set(child, false), await set(parent, false)], [200, 200])
  assert.equal(await set(child, true), 403)
  assert.deepEqual([await set(parent, true), await set(child, true)], [200, 200])
})

test('the manager of a domain manages its users and sees no others', async () => {
  await using story = await startIdentityStory()
  const { domain } = await story.asAdmin('POST', '/v3/domains', { domain: { name: 'acme' } })
  const { user } = await story.asAdmin('POST', '/v3/users', { user: { name: 'boss', password: 'pw' } })
  const manager = await story.roleId('manager')
  await story.asAdmin('PUT', `/v3/domains/${domain.id}/users/${user.id}/roles/${manager}`)
  const token = await story.tokenFor('boss', 'pw', { domain: { name: 'acme' } })
  const made = await story.send('POST', '/v3/users', { token, json: { user: { name: 'ann' } } })
  assert.equal(made.body.user.domain_id, domain.id)
  const { body } = await story.send('GET', '/v3/users', { token })
  assert.deepEqual(
    body.users.map(({ name }: { name: string }) => name),
    ['ann'],
  )
  assert.equal((await story.send('GET', `/v3/users/${user.id}`, { token })).status, 200)
  const elsewhere = { user: { name: 'eve', domain_id: 'default' } }
  assert.equal((await story.send('POST', '/v3/users', { token, json: elsewhere })).status, 403)
  const admin = await story.roleId('admin')
  const path = `/v3/domains/${domain.id}/users/${made.body.user.id}/roles/${admin}`
  assert.equal((await story.send('PUT', path, { token })).status, 403)
})

test('a user who is disabled while they change their password stays disabled', async () => {
  await using story = await startIdentityStory({}, (config) => ({
    ...config,
    // Hashing takes so long that the administrator's request comes in between.
    identity: { ...config.identity, password_hash_rounds: 14 },
  }))
  const { user } = await story.member('ann')
  const path = `/v3/users/${user.id}`
  await Promise.all([
    story.send('POST', `${path}/password`, { json: { user: { original_password: 'pw', password: 'new' } } }),
    story.asAdmin('PATCH', path, { user: { enabled: false } }),
  ])
  assert.equal((await story.asAdmin('GET', path)).user.enabled, false)
  assert.equal((await story.login('ann', 'new')).status, 401)
})

test('users have roles through groups, inherited from a parent project, and implied by other roles', async () => {
  await using story = await startIdentityStory()
  const { project: parent } = await story.asAdmin('POST', '/v3/projects', { project: { name: 'parent' } })
  const { project } = await story.asAdmin('POST', '/v3/projects', {
    project: { name: 'child', parent_id: parent.id },
  })
  const { user } = await story.asAdmin('POST', '/v3/users', { user: { name: 'ann', password: 'pw' } })
  const { group } = await story.asAdmin('POST', '/v3/groups', { group: { name: 'devs' } })
  const member = await story.roleId('member')
  const grant = `/v3/OS-INHERIT/projects/${parent.id}/groups/${group.id}/roles/${member}/inherited_to_projects`
  await story.asAdmin('PUT', grant)
  assert.equal((await story.login('ann', 'pw', { project: { id: project.id } })).status, 401)
  await story.asAdmin('PUT', `/v3/groups/${group.id}/users/${user.id}`)
  assert.equal((await story.login('ann', 'pw', { project: { id: parent.id } })).status, 401)
  const { token } = (await story.login('ann', 'pw', { project: { id: project.id } })).body
  assert.deepEqual(
    token.roles.map(({ name }: { name: string }) => name),
    ['member', 'reader'],
  )
  const { projects } = await story.asAdmin('GET', `/v3/users/${user.id}/projects`)
  assert.deepEqual(
    projects.map(({ name }: { name: string }) => name),
    ['child'],
  )
  const listed = await story.asAdmin('GET', `/v3/role_assignments?effective&include_names&user.id=${user.id}`)
  assert.deepEqual(listed.role_assignments.map((one: { role: { name: string } }) => one.role.name).sort(), [
    'member',
    'reader',
  ])
  const [first] = listed.role_assignments
  assert.equal(first.scope.project.name, 'child')
  assert.equal(first.user.domain.name, 'Default')
  assert.equal(first.links.assignment, `http://cloud.test/identity${grant}`)
  const made = await story.asAdmin('GET', `/v3/role_assignments?group.id=${group.id}`)
  assert.equal(made.role_assignments.length, 1)
})

/** Records 11,000 assignments of a role to users on another project, as a large cloud has them. */
const assignToMany = async (
  { openDatabase }: Pick<IdentityStory, 'openDatabase'>,
  roleId: string,
): Promise<void> => {
  const db = await openDatabase<IdentityTables>('keystone', identityMigrations)
  const other = { actor_type: 'user', target_type: 'project', target_id: 'other', role_id: roleId } as const
  for (let batch = 0; batch < 11; batch += 1)
    await db
      .insertInto('role_assignments')
      .values(
        Array.from({ length: 1000 }, (_, at) => ({ ...other, actor_id: `0-${batch}-${at}`, inherited: 0 })),
      )
      .execute()
}

test('the effective assignments on a project are complete in a cloud with very many on others', async () => {
  await using story = await startIdentityStory()
  const { user, project } = await story.member('ann')
  const { group } = await story.asAdmin('POST', '/v3/groups', { group: { name: 'auditors' } })
  await story.asAdmin('PUT', `/v3/groups/${group.id}/users/${user.id}`)
  const reader = await story.roleId('reader')
  const inherited = `groups/${group.id}/roles/${reader}/inherited_to_projects`
  await story.asAdmin('PUT', `/v3/OS-INHERIT/domains/default/${inherited}`)
  await assignToMany(story, reader)
  const path = `/v3/role_assignments?effective&include_names&scope.project.id=${project.id}`
  const { role_assignments } = await story.asAdmin('GET', path)
  assert.deepEqual(
    role_assignments
      .filter((one: { user: { name: string } }) => one.user.name === 'ann')
      .map(({ role }: { role: { name: string } }) => role.name)
      .toSorted(),
    ['member', 'reader'],
  )
})

test('role assignments are listed completely, however many there are', async () => {
  await using story = await startIdentityStory()
  const before = (await story.asAdmin('GET', '/v3/role_assignments')).role_assignments
  const reader = await story.roleId('reader')
  await assignToMany(story, reader)
  const { role_assignments } = await story.asAdmin('GET', '/v3/role_assignments')
  assert.equal(role_assignments.length, before.length + 11_000)
  const ofReader = await story.asAdmin('GET', `/v3/role_assignments?role.id=${reader}`)
  const withReader = before.filter(
    ({ role }: { readonly role: { readonly id: string } }) => role.id === reader,
  )
  assert.equal(ofReader.role_assignments.length, withReader.length + 11_000)
})

test('the members of a very large group all have its roles', async () => {
  await using story = await startIdentityStory()
  const { group } = await story.asAdmin('POST', '/v3/groups', { group: { name: 'everybody' } })
  const { project } = await story.asAdmin('POST', '/v3/projects', { project: { name: 'open' } })
  const reader = await story.roleId('reader')
  await story.asAdmin('PUT', `/v3/projects/${project.id}/groups/${group.id}/roles/${reader}`)
  const db = await story.openDatabase<IdentityTables>('keystone', identityMigrations)
  const admin = await db.selectFrom('users').selectAll().where('name', '=', 'admin').executeTakeFirstOrThrow()
  for (let batch = 0; batch < 110; batch += 1) {
    const ids = Array.from({ length: 100 }, (_, at) => `0-${batch}-${at}`)
    await db
      .insertInto('users')
      .values(ids.map((id) => ({ ...admin, id, name: id })))
      .execute()
    await db
      .insertInto('group_members')
      .values(ids.map((user_id) => ({ group_id: group.id, user_id })))
      .execute()
  }
  const path = `/v3/role_assignments?effective&scope.project.id=${project.id}`
  assert.equal((await story.asAdmin('GET', path)).role_assignments.length, 11_000)
})

test('an immutable role such as member cannot be deleted', async () => {
  await using story = await startIdentityStory()
  const id = await story.roleId('member')
  const refused = await story.send('DELETE', `/v3/roles/${id}`, { token: story.admin })
  assert.equal(refused.status, 403)
  assert.match(refused.body.error.message, /^Unable to delete immutable role resource/)
})

test('a region in use cannot be deleted; an endpoint needs a service and is deleted with it', async () => {
  await using story = await startIdentityStory()
  const kept = await story.send('DELETE', '/v3/regions/RegionOne', { token: story.admin })
  assert.equal(kept.status, 409)
  const lost = await story.send('POST', '/v3/endpoints', {
    token: story.admin,
    json: { endpoint: { service_id: 'none', interface: 'public', url: 'http://h/' } },
  })
  assert.equal(lost.status, 400)
  const { service } = await story.asAdmin('POST', '/v3/services', { service: { type: 'dns' } })
  const { endpoint } = await story.asAdmin('POST', '/v3/endpoints', {
    endpoint: { service_id: service.id, interface: 'public', url: 'http://h/', region_id: 'RegionOne' },
  })
  await story.asAdmin('DELETE', `/v3/services/${service.id}`)
  assert.equal((await story.send('GET', `/v3/endpoints/${endpoint.id}`, { token: story.admin })).status, 404)
})
