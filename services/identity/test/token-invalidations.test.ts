import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startIdentityStory } from './identity-story.ts'

type Story = Awaited<ReturnType<typeof startIdentityStory>>
type Member = Awaited<ReturnType<Story['member']>>

/** Ann with a token for her project, and the records on which that token depends. */
interface Ann extends Member {
  readonly group: { readonly id: string }
  readonly domain: { readonly id: string }
}

/** Ann is in a domain of her own. Besides her direct role on her project she is a reader through a group. */
const ann = async (story: Story, { direct = true } = {}): Promise<Ann> => {
  const { domain } = await story.asAdmin('POST', '/v3/domains', { domain: { name: 'east' } })
  const order = { name: 'ann', password: 'pw', domain_id: domain.id }
  const { user } = await story.asAdmin('POST', '/v3/users', { user: order })
  const { project } = await story.asAdmin('POST', '/v3/projects', { project: { name: 'web' } })
  const { group } = await story.asAdmin('POST', '/v3/groups', { group: { name: 'web-readers' } })
  await story.asAdmin('PUT', `/v3/groups/${group.id}/users/${user.id}`)
  const at = `/v3/projects/${project.id}`
  await story.asAdmin('PUT', `${at}/groups/${group.id}/roles/${await story.roleId('reader')}`)
  if (direct) await story.asAdmin('PUT', `${at}/users/${user.id}/roles/${await story.roleId('member')}`)
  const token = await login(story, user.id, { project: { id: project.id } })
  return { user, project, group, domain, token }
}

const login = async (story: Story, id: string, scope: object, password = 'pw'): Promise<string> => {
  const auth = { identity: { methods: ['password'], password: { user: { id, password } } }, scope }
  const reply = await story.send('POST', '/v3/auth/tokens', { json: { auth } })
  assert.equal(reply.status, 201, JSON.stringify(reply.body))
  return reply.headers['x-subject-token'] ?? ''
}

const patch = (story: Story, kind: string, id: string, changes: object) =>
  story.asAdmin('PATCH', `/v3/${kind}s/${id}`, { [kind]: changes })

const refused = undefined

/** Changes, and the roles of Ann's token after each. */
const events: readonly (readonly [string, (story: Story, ann: Ann) => Promise<unknown>, unknown])[] = [
  ['she is disabled', (story, { user }) => patch(story, 'user', user.id, { enabled: false }), refused],
  ['she is deleted', (story, { user }) => story.asAdmin('DELETE', `/v3/users/${user.id}`), refused],
  [
    'she gets a new password',
    (story, { user }) => patch(story, 'user', user.id, { password: 'new' }),
    refused,
  ],
  [
    'she changes her password',
    async (story, { user }) => {
      const json = { user: { original_password: 'pw', password: 'new' } }
      assert.equal((await story.send('POST', `/v3/users/${user.id}/password`, { json })).status, 204)
    },
    refused,
  ],
  [
    'she revokes the token',
    async (story, { token }) => {
      const ended = await story.send('DELETE', '/v3/auth/tokens', { token, subject: token })
      assert.equal(ended.status, 204)
    },
    refused,
  ],
  [
    'her domain is disabled',
    (story, { domain }) => patch(story, 'domain', domain.id, { enabled: false }),
    refused,
  ],
  [
    'the project is disabled',
    (story, { project }) => patch(story, 'project', project.id, { enabled: false }),
    refused,
  ],
  [
    'the project is deleted',
    (story, { project }) => story.asAdmin('DELETE', `/v3/projects/${project.id}`),
    refused,
  ],
  [
    'a role is taken from her',
    async (story, { user, project }) =>
      story.asAdmin(
        'DELETE',
        `/v3/projects/${project.id}/users/${user.id}/roles/${await story.roleId('member')}`,
      ),
    ['reader'],
  ],
  [
    'an implied role is no longer implied',
    async (story) => {
      const [prior, implied] = [await story.roleId('member'), await story.roleId('reader')]
      await story.asAdmin('DELETE', `/v3/roles/${prior}/implies/${implied}`)
      const { groups } = await story.asAdmin('GET', '/v3/groups?name=web-readers')
      await story.asAdmin('DELETE', `/v3/groups/${groups[0].id}`)
    },
    ['member'],
  ],
]

for (const [what, happen, then] of events)
  test(`a service in the same process that has cached Ann’s token validates it again when ${what}`, async () => {
    await using story = await startIdentityStory()
    const it = await ann(story)
    assert.deepEqual(await story.rolesAtNeighbour(it.token), ['member', 'reader'])
    await happen(story, it)
    assert.deepEqual(await story.rolesAtNeighbour(it.token), then)
  })

const groupEvents: readonly (readonly [string, (story: Story, ann: Ann) => Promise<unknown>])[] = [
  [
    'the user is removed from the group',
    (story, { group, user }) => story.asAdmin('DELETE', `/v3/groups/${group.id}/users/${user.id}`),
  ],
  ['the group is deleted', (story, { group }) => story.asAdmin('DELETE', `/v3/groups/${group.id}`)],
  [
    'the group loses the role',
    async (story, { group, project }) =>
      story.asAdmin(
        'DELETE',
        `/v3/projects/${project.id}/groups/${group.id}/roles/${await story.roleId('reader')}`,
      ),
  ],
]

for (const [what, happen] of groupEvents)
  test(`a cached token with roles only through a group is refused at once when ${what}`, async () => {
    await using story = await startIdentityStory()
    const it = await ann(story, { direct: false })
    assert.deepEqual(await story.rolesAtNeighbour(it.token), ['reader'])
    await happen(story, it)
    assert.equal(await story.rolesAtNeighbour(it.token), refused)
  })

test('revoking an inherited role, a domain role or a system role ends cached tokens at once', async () => {
  await using story = await startIdentityStory()
  const it = await ann(story)
  const { project } = await story.asAdmin('POST', '/v3/projects', {
    project: { name: 'below', domain_id: it.domain.id },
  })
  const role = await story.roleId('admin')
  const places = [
    [
      `/v3/OS-INHERIT/domains/${it.domain.id}/users/${it.user.id}/roles/${role}/inherited_to_projects`,
      { project: { id: project.id } },
    ],
    [`/v3/domains/${it.domain.id}/users/${it.user.id}/roles/${role}`, { domain: { id: it.domain.id } }],
    [`/v3/system/users/${it.user.id}/roles/${role}`, { system: { all: true } }],
  ] as const
  for (const [path, scope] of places) {
    await story.asAdmin('PUT', path)
    const token = await login(story, it.user.id, scope)
    assert.deepEqual(await story.rolesAtNeighbour(token), ['admin', 'manager', 'member', 'reader'])
    await story.asAdmin('DELETE', path)
    assert.equal(await story.rolesAtNeighbour(token), refused, path)
  }
})

test('cached tokens lose a role when it is deleted, and roles through a group when its domain is deleted', async () => {
  await using story = await startIdentityStory()
  const it = await ann(story)
  const { role } = await story.asAdmin('POST', '/v3/roles', { role: { name: 'gardener' } })
  const at = `/v3/projects/${it.project.id}`
  await story.asAdmin('PUT', `${at}/users/${it.user.id}/roles/${role.id}`)
  const token = await login(story, it.user.id, { project: { id: it.project.id } })
  assert.deepEqual(await story.rolesAtNeighbour(token), ['gardener', 'member', 'reader'])
  await story.asAdmin('DELETE', `/v3/roles/${role.id}`)
  assert.deepEqual(await story.rolesAtNeighbour(token), ['member', 'reader'])

  const { domain } = await story.asAdmin('POST', '/v3/domains', { domain: { name: 'west' } })
  const { group } = await story.asAdmin('POST', '/v3/groups', {
    group: { name: 'west', domain_id: domain.id },
  })
  await story.asAdmin('PUT', `/v3/groups/${group.id}/users/${it.user.id}`)
  await story.asAdmin('PUT', `${at}/groups/${group.id}/roles/${await story.roleId('admin')}`)
  await patch(story, 'domain', domain.id, { enabled: false })
  const grown = await login(story, it.user.id, { project: { id: it.project.id } })
  assert.deepEqual(await story.rolesAtNeighbour(grown), ['admin', 'manager', 'member', 'reader'])
  await story.asAdmin('DELETE', `/v3/domains/${domain.id}`)
  assert.deepEqual(await story.rolesAtNeighbour(grown), ['member', 'reader'])
})

test('tokens of an application credential end when it is deleted', async () => {
  await using story = await startIdentityStory()
  const it = await ann(story)
  const path = `/v3/users/${it.user.id}/application_credentials`
  const made = await story.send('POST', path, {
    token: it.token,
    json: { application_credential: { name: 'robot', secret: 's3cret' } },
  })
  const { id } = made.body.application_credential
  const identity = { methods: ['application_credential'], application_credential: { id, secret: 's3cret' } }
  const reply = await story.send('POST', '/v3/auth/tokens', { json: { auth: { identity } } })
  const robot = reply.headers['x-subject-token'] ?? ''
  assert.deepEqual(await story.rolesAtNeighbour(robot), ['member', 'reader'])
  assert.equal((await story.send('DELETE', `${path}/${id}`, { token: it.token })).status, 204)
  assert.equal(await story.rolesAtNeighbour(robot), refused)
  assert.deepEqual(await story.rolesAtNeighbour(it.token), ['member', 'reader'])
})

test('changes that do not concern a token leave it in the cache', async () => {
  await using story = await startIdentityStory()
  const it = await ann(story)
  const bob = await story.member('bob')
  await story.rolesAtNeighbour(it.token)
  await patch(story, 'user', bob.user.id, { enabled: false })
  await patch(story, 'project', bob.project.id, { enabled: false })
  await patch(story, 'user', it.user.id, { email: 'ann@example.org' })
  const before = story.spans.length
  assert.deepEqual(await story.rolesAtNeighbour(it.token), ['member', 'reader'])
  assert.deepEqual(
    story.spans.slice(before).map(({ attributes }) => attributes.cached),
    [true],
  )
})
