import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Reply, startIdentityStory } from '../../../test/identity-story.ts'

type Story = Awaited<ReturnType<typeof startIdentityStory>>
type Member = Awaited<ReturnType<Story['member']>>

const message = ({ status, body }: Reply) => [status, body.error?.message]

const entrust = (story: Story, trustor: Member, trustee: Member, more: object = {}, token = trustor.token) =>
  story.send('POST', '/v3/OS-TRUST/trusts', {
    token,
    json: {
      trust: {
        trustor_user_id: trustor.user.id,
        trustee_user_id: trustee.user.id,
        project_id: trustor.project.id,
        impersonation: false,
        roles: [{ name: 'member' }],
        ...more,
      },
    },
  })

const use = (story: Story, trustee: Member, id: string): Promise<Reply> =>
  story.send('POST', '/v3/auth/tokens', {
    json: {
      auth: {
        identity: { methods: ['password'], password: { user: { id: trustee.user.id, password: 'pw' } } },
        scope: { 'OS-TRUST:trust': { id } },
      },
    },
  })

const tokenOf = (reply: Reply): string => {
  assert.equal(reply.status, 201, JSON.stringify(reply.body))
  return reply.headers['x-subject-token'] ?? ''
}

test('a trust gives the trustee roles of the trustor on the project, as the trustor with impersonation', async () => {
  await using story = await startIdentityStory()
  const [ann, bob] = [await story.member('ann'), await story.member('bob')]
  for (const impersonation of [false, true]) {
    const made = await entrust(story, ann, bob, { impersonation, note: 'kept' })
    assert.equal(made.status, 201, JSON.stringify(made.body))
    const { trust } = made.body
    assert.deepEqual([trust.roles.length, trust.deleted_at, trust.note], [1, null, 'kept'])
    const login = await use(story, bob, trust.id)
    const { token } = login.body
    assert.equal(token.user.id, impersonation ? ann.user.id : bob.user.id)
    assert.equal(token.project.id, ann.project.id)
    assert.deepEqual(
      token.roles.map(({ name }: { name: string }) => name),
      ['member', 'reader'],
    )
    assert.deepEqual(token['OS-TRUST:trust'], {
      id: trust.id,
      impersonation,
      trustor_user: { id: ann.user.id },
      trustee_user: { id: bob.user.id },
    })
    assert.deepEqual(await story.rolesAtNeighbour(tokenOf(login)), ['member', 'reader'])
  }
})

test('a trust outlives the token that created it, and ends when the trustor loses the delegated role', async () => {
  await using story = await startIdentityStory()
  const [ann, bob] = [await story.member('ann'), await story.member('bob')]
  const { trust } = (await entrust(story, ann, bob, { impersonation: true })).body
  const left = await story.send('DELETE', '/v3/auth/tokens', { token: ann.token, subject: ann.token })
  assert.equal(left.status, 204)
  assert.equal(await story.rolesAtNeighbour(ann.token), undefined)
  const subject = tokenOf(await use(story, bob, trust.id))
  assert.deepEqual(await story.rolesAtNeighbour(subject), ['member', 'reader'])
  const role = await story.roleId('member')
  await story.asAdmin('DELETE', `/v3/projects/${ann.project.id}/users/${ann.user.id}/roles/${role}`)
  assert.equal(await story.rolesAtNeighbour(subject), undefined)
  assert.equal((await use(story, bob, trust.id)).status, 403)
})

test('only its trustee can use a trust, and a token of a trust cannot be exchanged for another', async () => {
  await using story = await startIdentityStory()
  const [ann, bob, eve] = [await story.member('ann'), await story.member('bob'), await story.member('eve')]
  const { id } = (await entrust(story, ann, bob)).body.trust
  assert.deepEqual(message(await use(story, eve, id)), [403, 'User is not a trustee.'])
  assert.equal((await use(story, bob, 'nothing')).status, 401)
  const identity = { methods: ['token'], token: { id: tokenOf(await use(story, bob, id)) } }
  const again = await story.send('POST', '/v3/auth/tokens', { json: { auth: { identity } } })
  assert.equal(again.status, 403)
})

test('concurrent logins with a trust each take one of its remaining uses', async () => {
  await using story = await startIdentityStory()
  const [ann, bob] = [await story.member('ann'), await story.member('bob')]
  const { id } = (await entrust(story, ann, bob, { remaining_uses: 2 })).body.trust
  const tries = await Promise.all([1, 2, 3].map(() => use(story, bob, id)))
  assert.deepEqual(tries.map(({ status }) => status).toSorted(), [201, 201, 403])
  const shown = await story.send('GET', `/v3/OS-TRUST/trusts/${id}`, { token: ann.token })
  assert.equal(shown.body.trust.remaining_uses, 0)
  assert.deepEqual(message(await use(story, bob, id)), [403, `No remaining uses for trust: ${id}.`])
})

test('tokens of a trust end with its expiry or deletion, a lost role, or a disabled trustor or trustee', async () => {
  await using story = await startIdentityStory()
  const ends: ((trust: { id: string }, ann: Member, bob: Member) => Promise<unknown>)[] = [
    async () => story.skip(120_000),
    async (_, { user, project }) => {
      const role = await story.roleId('member')
      await story.asAdmin('DELETE', `/v3/projects/${project.id}/users/${user.id}/roles/${role}`)
    },
    (_, { user }) => story.asAdmin('PATCH', `/v3/users/${user.id}`, { user: { enabled: false } }),
    (_, __, { user }) => story.asAdmin('PATCH', `/v3/users/${user.id}`, { user: { enabled: false } }),
    async ({ id }, { token }) => {
      assert.equal((await story.send('DELETE', `/v3/OS-TRUST/trusts/${id}`, { token })).status, 204)
    },
  ]
  for (const [index, end] of ends.entries()) {
    const [ann, bob] = [await story.member(`ann-${index}`), await story.member(`bob-${index}`)]
    const expires_at = new Date(Date.now() + 60_000 + index * 600_000).toISOString()
    const { trust } = (await entrust(story, ann, bob, { expires_at })).body
    const subject = tokenOf(await use(story, bob, trust.id))
    assert.deepEqual(await story.rolesAtNeighbour(subject), ['member', 'reader'])
    await end(trust, ann, bob)
    const { status } = await story.send('GET', '/v3/auth/tokens', { token: story.admin, subject })
    assert.equal(status, 404, `end ${index}`)
    if (index > 0) assert.equal(await story.rolesAtNeighbour(subject), undefined, `end ${index}`)
    assert.notEqual((await use(story, bob, trust.id)).status, 201)
  }
})

test('a trust for another trustor, or with a role or project the trustor lacks, is refused', async () => {
  await using story = await startIdentityStory()
  const [ann, bob] = [await story.member('ann'), await story.member('bob')]
  const foreign = await entrust(story, ann, bob, {}, bob.token)
  assert.equal(foreign.status, 403)
  assert.equal((await entrust(story, ann, bob, { roles: [{ name: 'admin' }] })).status, 404)
  assert.deepEqual(message(await entrust(story, ann, bob, { roles: [] })), [
    403,
    'You are not authorized to perform the requested action: At least one role should be specified.',
  ])
  assert.equal((await entrust(story, ann, bob, { project_id: bob.project.id })).status, 404)
  for (const wrong of [{ remaining_uses: 0 }, { expires_at: 'soon' }, { expires_at: '2001-01-01T00:00:00Z' }])
    assert.equal((await entrust(story, ann, bob, wrong)).status, 400, JSON.stringify(wrong))
  const listed = await story.send('GET', `/v3/OS-TRUST/trusts?trustor_user_id=${ann.user.id}`, {
    token: ann.token,
  })
  assert.deepEqual(listed.body.trusts, [])
})

test('a redelegated trust cannot exceed the depth, roles or expiry of the first, and ends with it', async () => {
  await using story = await startIdentityStory()
  const [ann, bob, cid] = [await story.member('ann'), await story.member('bob'), await story.member('cid')]
  const expires_at = new Date(Date.now() + 3_000_000).toISOString()
  const first = (
    await entrust(story, ann, bob, {
      impersonation: true,
      allow_redelegation: true,
      redelegation_count: 1,
      expires_at,
    })
  ).body.trust
  const token = tokenOf(await use(story, bob, first.id))
  const further = (more: object) => entrust(story, ann, cid, { impersonation: true, ...more }, token)
  assert.equal((await further({ roles: [{ name: 'reader' }] })).status, 403)
  const late = new Date(Date.now() + 9_000_000).toISOString()
  assert.deepEqual(message(await further({ expires_at: late })), [
    403,
    'Requested expiration time is more than redelegated trust can provide',
  ])
  const second = (await further({ allow_redelegation: true })).body.trust
  assert.deepEqual(
    [second.redelegated_trust_id, second.redelegation_count, second.expires_at],
    [first.id, 0, first.expires_at],
  )
  const deep = tokenOf(await use(story, cid, second.id))
  const third = await entrust(story, ann, bob, { impersonation: true }, deep)
  assert.deepEqual(message(third), [403, 'Remaining redelegation depth of 0 out of allowed range of [0..3]'])
  assert.deepEqual(await story.rolesAtNeighbour(deep), ['member', 'reader'])
  await story.send('DELETE', `/v3/OS-TRUST/trusts/${first.id}`, { token: ann.token })
  assert.equal(await story.rolesAtNeighbour(deep), undefined)
})

test('trustor and trustee can see a trust and its roles, other users cannot', async () => {
  await using story = await startIdentityStory()
  const [ann, bob, eve] = [await story.member('ann'), await story.member('bob'), await story.member('eve')]
  const { id } = (await entrust(story, ann, bob)).body.trust
  const path = `/v3/OS-TRUST/trusts/${id}`
  const role = await story.roleId('member')
  for (const { token } of [ann, bob]) {
    assert.equal((await story.send('GET', path, { token })).body.trust.roles.length, 1)
    assert.equal((await story.send('GET', `${path}/roles`, { token })).body.roles[0].id, role)
    assert.equal((await story.send('GET', `${path}/roles/${role}`, { token })).body.role.name, 'member')
    assert.equal((await story.send('HEAD', `${path}/roles/${role}`, { token })).status, 200)
    assert.equal((await story.send('GET', `${path}/roles/none`, { token })).status, 404)
  }
  for (const path of [`/v3/OS-TRUST/trusts/${id}`, '/v3/OS-TRUST/trusts', `/v3/OS-TRUST/trusts/${id}/roles`])
    assert.equal((await story.send('GET', path, { token: eve.token })).status, 403)
  const own = await story.send('GET', `/v3/OS-TRUST/trusts?trustee_user_id=${bob.user.id}`, {
    token: bob.token,
  })
  assert.deepEqual(
    own.body.trusts.map((one: { id: string; roles?: unknown }) => [one.id, one.roles]),
    [[id, undefined]],
  )
  assert.equal((await story.send('DELETE', path, { token: bob.token })).status, 403)
  assert.equal((await story.asAdmin('GET', '/v3/OS-TRUST/trusts')).trusts.length, 1)
})

test('the pages of a list of trusts together have all that have not expired', async () => {
  await using story = await startIdentityStory()
  const [ann, bob] = [await story.member('ann'), await story.member('bob')]
  const living: string[] = []
  for (const _ of [1, 2, 3, 4, 5]) {
    await entrust(story, ann, bob, { expires_at: new Date(Date.now() + 60_000).toISOString() })
    living.push((await entrust(story, ann, bob)).body.trust.id)
  }
  story.skip(120_000)
  const listed: string[] = []
  let path: string | null = `/v3/OS-TRUST/trusts?trustor_user_id=${ann.user.id}&limit=1`
  while (path !== null) {
    const { body } = await story.send('GET', path, { token: ann.token })
    listed.push(...body.trusts.map(({ id }: { id: string }) => id))
    path = body.links.next?.replace('http://cloud.test/identity', '') ?? null
  }
  assert.deepEqual(listed, living.toSorted())
})
