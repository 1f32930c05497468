import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startIdentityStory } from './identity-story.ts'

/** A domain with a domain-specific role, and a user of the default domain. */
const startStory = async () => {
  const story = await startIdentityStory()
  const { domain } = await story.asAdmin('POST', '/v3/domains', { domain: { name: 'east' } })
  const { role } = await story.asAdmin('POST', '/v3/roles', {
    role: { name: 'auditor', domain_id: domain.id },
  })
  return { story, domain, role, ann: await story.member('ann') }
}

test('a domain-specific role can be granted on any domain and on projects of its domain, but nowhere else', async () => {
  const { story, domain, role, ann } = await startStory()
  await using _ = story
  const { project: own } = await story.asAdmin('POST', '/v3/projects', {
    project: { name: 'own', domain_id: domain.id },
  })
  const given: readonly (readonly [string, number])[] = [
    ['domains/default', 204],
    [`domains/${domain.id}`, 204],
    [`projects/${own.id}`, 204],
    [`projects/${ann.project.id}`, 403],
    ['system', 400],
  ]
  for (const [place, expected] of given) {
    const path = `/v3/${place}/users/${ann.user.id}/roles/${role.id}`
    assert.equal((await story.send('PUT', path, { token: story.admin })).status, expected, place)
    const held = await story.send('GET', path, { token: story.admin })
    assert.equal(held.status, expected === 204 ? 204 : 404, place)
  }
})

test('a global role cannot imply a domain-specific role', async () => {
  const { story, role } = await startStory()
  await using _ = story
  const member = await story.roleId('member')
  const refused = await story.send('PUT', `/v3/roles/${member}/implies/${role.id}`, { token: story.admin })
  assert.equal(refused.status, 403)
  assert.equal(refused.body.error.message, 'Global role cannot imply a domain-specific role')
  const { role_inference } = await story.asAdmin('GET', `/v3/roles/${member}/implies`)
  assert.deepEqual(
    role_inference.implies.map(({ name }: { name: string }) => name),
    ['reader'],
  )
  await story.asAdmin('PUT', `/v3/roles/${role.id}/implies/${member}`)
})

test('effective assignments have the roles implied by a domain-specific role, but not the role itself', async () => {
  const { story, role, ann } = await startStory()
  await using _ = story
  await story.asAdmin('PUT', `/v3/roles/${role.id}/implies/${await story.roleId('reader')}`)
  await story.asAdmin('PUT', `/v3/domains/default/users/${ann.user.id}/roles/${role.id}`)
  const rolesBy = async (query: string): Promise<string[]> => {
    const path = `/v3/role_assignments?include_names&user.id=${ann.user.id}&scope.domain.id=default${query}`
    const { role_assignments } = await story.asAdmin('GET', path)
    return role_assignments.map((one: { role: { name: string } }) => one.role.name)
  }
  assert.deepEqual(await rolesBy(''), ['auditor'])
  assert.deepEqual(await rolesBy('&effective'), ['reader'])
})
