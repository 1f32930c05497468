import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startIdentityStory } from './identity-story.ts'

type Story = Awaited<ReturnType<typeof startIdentityStory>>

let story: Story
let paths: Readonly<Record<string, string>>

before(async () => {
  story = await startIdentityStory()
  const { project } = await story.asAdmin('POST', '/v3/projects', { project: { name: 'web' } })
  const { domain } = await story.asAdmin('POST', '/v3/domains', { domain: { name: 'fruit' } })
  const { user } = await story.asAdmin('POST', '/v3/users', { user: { name: 'ann', password: 'pw' } })
  const { group } = await story.asAdmin('POST', '/v3/groups', { group: { name: 'devs' } })
  paths = {
    projects: `/projects/${project.id}`,
    domains: `/domains/${domain.id}`,
    system: '/system',
    users: `/users/${user.id}`,
    groups: `/groups/${group.id}`,
  }
})
after(() => story[Symbol.asyncDispose]())

const combinations = ['projects', 'domains', 'system'].flatMap((scope) =>
  ['users', 'groups'].flatMap((holder) =>
    (scope === 'system' ? [false] : [false, true]).map((inherited) => ({ scope, holder, inherited })),
  ),
)

for (const { scope, holder, inherited } of combinations)
  test(`${holder} are granted ${inherited ? 'an inherited' : 'a'} role on ${scope}, and lose it again`, async () => {
    const [above, below] = inherited ? ['/v3/OS-INHERIT', '/inherited_to_projects'] : ['/v3', '']
    const grants = `${above}${paths[scope]}${paths[holder]}/roles`
    const member = await story.roleId('member')
    const grant = `${grants}/${member}${below}`
    const status = async (method: string) => (await story.send(method, grant, { token: story.admin })).status
    const granted = async (): Promise<readonly string[]> =>
      (await story.asAdmin('GET', `${grants}${below}`)).roles.map(({ id }: { id: string }) => id)
    assert.equal(await status('GET'), 404)
    assert.equal(await status('PUT'), 204)
    assert.equal(await status('GET'), 204)
    assert.equal(await status('HEAD'), 204)
    assert.deepEqual(await granted(), [member])
    assert.equal(await status('DELETE'), 204)
    assert.deepEqual(await granted(), [])
  })

test('tags of a project are set, added, checked and removed', async () => {
  const tags = `/v3${paths.projects}/tags`
  const status = async (method: string, tag: string) =>
    (await story.send(method, `${tags}/${tag}`, { token: story.admin })).status
  await story.asAdmin('PUT', tags, { tags: ['blue'] })
  assert.equal(await status('PUT', 'red'), 201)
  assert.equal(await status('GET', 'red'), 204)
  assert.deepEqual((await story.asAdmin('GET', tags)).tags.toSorted(), ['blue', 'red'])
  assert.equal(await status('DELETE', 'red'), 204)
  assert.equal(await status('GET', 'red'), 404)
  assert.equal(await status('DELETE', 'red'), 404)
  await Promise.all(['green', 'white', 'yellow'].map((tag) => status('PUT', tag)))
  assert.deepEqual((await story.asAdmin('GET', tags)).tags, ['blue', 'green', 'white', 'yellow'])
  await Promise.all(['blue', 'white'].map((tag) => status('DELETE', tag)))
  assert.deepEqual((await story.asAdmin('GET', tags)).tags, ['green', 'yellow'])
  await story.asAdmin('DELETE', tags)
  assert.deepEqual((await story.asAdmin('GET', tags)).tags, [])
})

test('a role implies another until the implication is deleted', async () => {
  const [prior, implied] = [await story.roleId('reader'), await story.roleId('service')]
  const path = `/v3/roles/${prior}/implies/${implied}`
  const status = async (method: string) => (await story.send(method, path, { token: story.admin })).status
  assert.equal(await status('HEAD'), 404)
  await story.asAdmin('PUT', path)
  assert.equal(await status('HEAD'), 204)
  const { role_inference } = await story.asAdmin('GET', path)
  assert.deepEqual([role_inference.prior_role.id, role_inference.implies.id], [prior, implied])
  assert.equal(await status('DELETE'), 204)
  assert.equal(await status('GET'), 404)
})
