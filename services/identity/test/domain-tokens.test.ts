import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startIdentityStory } from './identity-story.ts'

/** `boss`, a user of the default domain, manages another domain with a token scoped to it. */
const startStory = async () => {
  const story = await startIdentityStory()
  const { domain } = await story.asAdmin('POST', '/v3/domains', { domain: { name: 'east' } })
  const { user } = await story.asAdmin('POST', '/v3/users', { user: { name: 'boss', password: 'pw' } })
  const manager = await story.roleId('manager')
  await story.asAdmin('PUT', `/v3/domains/${domain.id}/users/${user.id}/roles/${manager}`)
  return {
    story,
    domain,
    boss: user,
    token: await story.tokenFor('boss', 'pw', { domain: { id: domain.id } }),
  }
}

test('a domain-scoped token lists role assignments in project trees of its domain only', async () => {
  const { story, domain, boss, token } = await startStory()
  await using _ = story
  const { project: own } = await story.asAdmin('POST', '/v3/projects', {
    project: { name: 'own', domain_id: domain.id },
  })
  const { project: below } = await story.asAdmin('POST', '/v3/projects', {
    project: { name: 'below', parent_id: own.id },
  })
  const reader = await story.roleId('reader')
  await story.asAdmin('PUT', `/v3/projects/${below.id}/users/${boss.id}/roles/${reader}`)
  const { project: foreign } = await story.member('ann')
  const ask = (query: string) => story.send('GET', `/v3/role_assignments?include_subtree${query}`, { token })
  const listed = await ask(`&scope.project.id=${own.id}`)
  assert.deepEqual(
    listed.body.role_assignments.map((one: { scope: { project: { id: string } } }) => one.scope.project.id),
    [below.id],
  )
  assert.equal((await ask(`&scope.project.id=${foreign.id}`)).status, 403)
  assert.equal((await ask('&scope.project.id=nowhere')).status, 404)
  assert.equal((await ask('')).status, 400)
})

test('a domain-scoped token lists only the groups and group members of its domain', async () => {
  const { story, domain, boss, token } = await startStory()
  await using _ = story
  const domain_id = domain.id
  const { user } = await story.asAdmin('POST', '/v3/users', { user: { name: 'ann', domain_id } })
  const { group } = await story.asAdmin('POST', '/v3/groups', { group: { name: 'own', domain_id } })
  const { group: foreign } = await story.asAdmin('POST', '/v3/groups', { group: { name: 'foreign' } })
  for (const path of [
    `${group.id}/users/${user.id}`,
    `${group.id}/users/${boss.id}`,
    `${foreign.id}/users/${user.id}`,
  ])
    await story.asAdmin('PUT', `/v3/groups/${path}`)
  const namesBy = async (kind: 'users' | 'groups', path: string, as: string): Promise<string[]> => {
    const { body } = await story.send('GET', path, { token: as })
    return body[kind].map(({ name }: { name: string }) => name).sort()
  }
  const members = `/v3/groups/${group.id}/users`
  assert.deepEqual(await namesBy('users', members, token), ['ann'])
  assert.deepEqual(await namesBy('users', members, story.admin), ['ann', 'boss'])
  const groups = `/v3/users/${user.id}/groups`
  assert.deepEqual(await namesBy('groups', groups, token), ['own'])
  assert.deepEqual(await namesBy('groups', groups, story.admin), ['foreign', 'own'])
})

test('new users, groups and projects get the domain of a domain-scoped token, else the default one', async () => {
  const { story, domain, token } = await startStory()
  await using _ = story
  const admin = await story.roleId('admin')
  const order = { name: 'root', password: 'pw', domain_id: domain.id }
  const { user } = await story.asAdmin('POST', '/v3/users', { user: order })
  const { project } = await story.asAdmin('POST', '/v3/projects', {
    project: { name: 'web', domain_id: domain.id },
  })
  await story.asAdmin('PUT', `/v3/projects/${project.id}/users/${user.id}/roles/${admin}`)
  const ofProject = await story.send('POST', '/v3/auth/tokens', {
    json: {
      auth: {
        identity: { methods: ['password'], password: { user: { id: user.id, password: 'pw' } } },
        scope: { project: { id: project.id } },
      },
    },
  })
  const tokens = {
    domain: token,
    project: ofProject.headers['x-subject-token'],
    system: await story.tokenFor('admin', 'admin-secret', { system: { all: true } }),
  }
  const seen: unknown[] = []
  for (const [scope, as] of Object.entries(tokens))
    for (const kind of ['user', 'group', 'project']) {
      const json = { [kind]: { name: `by-${scope}` } }
      const { status, body } = await story.send('POST', `/v3/${kind}s`, { token: as, json })
      seen.push([scope, kind, status, body[kind]?.domain_id])
    }
  const expected = { domain: domain.id, project: 'default', system: 'default' }
  assert.deepEqual(
    seen,
    Object.entries(expected).flatMap(([scope, id]) =>
      ['user', 'group', 'project'].map((kind) => [scope, kind, 201, id]),
    ),
  )
})
