import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Reply, startIdentityStory } from '../../../test/identity-story.ts'

type Story = Awaited<ReturnType<typeof startIdentityStory>>

const base = '/v3/OS-FEDERATION'
const auth = `${base}/identity_providers/acme/protocols/openid/auth`
const message = ({ status, body }: Reply) => [status, body.error?.message]

/** Identity behind a trusted proxy. */
const behindProxy = (more: object = {}) =>
  startIdentityStory({}, (config) => ({
    ...config,
    federation: {
      ...config.federation,
      trusted_proxies: ['127.0.0.1'],
      assertion_prefix: 'oidc-',
      remote_id_attribute: 'HTTP_OIDC_ISS',
      ...more,
    },
  }))

/** An identity provider with OpenID Connect, and a project of which its group `dev` is a member. */
const acme = async (story: Story, rules?: object[]) => {
  const { group } = await story.asAdmin('POST', '/v3/groups', { group: { name: 'developers' } })
  const { project } = await story.asAdmin('POST', '/v3/projects', { project: { name: 'web' } })
  await story.asAdmin(
    'PUT',
    `/v3/projects/${project.id}/groups/${group.id}/roles/${await story.roleId('member')}`,
  )
  const usual = [
    {
      local: [{ user: { id: '{0}', name: '{1}', email: '{2}' } }],
      remote: [{ type: 'HTTP_OIDC_SUB' }, { type: 'HTTP_OIDC_NAME' }, { type: 'HTTP_OIDC_EMAIL' }],
    },
    { local: [{ group: { id: group.id } }], remote: [{ type: 'HTTP_OIDC_GROUPS', any_one_of: ['dev'] }] },
  ]
  const order = { remote_ids: ['https://acme'], enabled: true }
  const { identity_provider } = await story.asAdmin('PUT', `${base}/identity_providers/acme`, {
    identity_provider: order,
  })
  await story.asAdmin('PUT', `${base}/mappings/people`, { mapping: { rules: rules ?? usual } })
  const protocol = { mapping_id: 'people' }
  await story.asAdmin('PUT', `${base}/identity_providers/acme/protocols/openid`, { protocol })
  return { group, project, identity_provider }
}

const ann = {
  'oidc-iss': 'https://acme',
  'oidc-sub': '4711',
  'oidc-name': 'Ann',
  'oidc-email': 'ann@acme',
  'oidc-groups': 'dev;staff',
}

const signIn = (story: Story, headers: Record<string, string> = ann) => story.send('POST', auth, { headers })

const scoped = async (story: Story, reply: Reply, projectId: string): Promise<Reply> => {
  const identity = { methods: ['token'], token: { id: reply.headers['x-subject-token'] } }
  return story.send('POST', '/v3/auth/tokens', {
    json: { auth: { identity, scope: { project: { id: projectId } } } },
  })
}

test('a federated user gets a shadow user in the groups of the mapping, and the same one the next time', async () => {
  await using story = await behindProxy()
  const { group, project, identity_provider } = await acme(story)
  const first = await signIn(story)
  assert.equal(first.status, 201, JSON.stringify(first.body))
  const { user, methods, project: none } = first.body.token
  assert.deepEqual(
    [user.name, user.domain.id, methods, none],
    ['Ann', identity_provider.domain_id, ['mapped'], undefined],
  )
  assert.deepEqual(user['OS-FEDERATION'], {
    identity_provider: { id: 'acme' },
    protocol: { id: 'openid' },
    groups: [{ id: group.id }],
  })
  const token = first.headers['x-subject-token']
  const { projects } = (await story.send('GET', '/v3/auth/projects', { token })).body
  assert.deepEqual(
    projects.map(({ id }: { id: string }) => id),
    [project.id],
  )
  const inProject = await scoped(story, first, project.id)
  assert.equal(inProject.body.token.user['OS-FEDERATION'].protocol.id, 'openid')
  const roles = await story.rolesAtNeighbour(inProject.headers['x-subject-token'] ?? '')
  assert.deepEqual(roles, ['member', 'reader'])
  const again = await signIn(story)
  assert.equal(again.body.token.user.id, user.id)
  assert.equal((await story.asAdmin('GET', `/v3/users/${user.id}`)).user.email, 'ann@acme')
})

test('a federated user loses the roles of a group once a later login no longer maps them to it', async () => {
  await using story = await behindProxy()
  const { project } = await acme(story)
  const first = await scoped(story, await signIn(story), project.id)
  const token = first.headers['x-subject-token'] ?? ''
  assert.ok(await story.rolesAtNeighbour(token))
  const later = await signIn(story, { ...ann, 'oidc-groups': 'staff' })
  assert.equal((await scoped(story, later, project.id)).status, 401)
  assert.equal(await story.rolesAtNeighbour(token), undefined)
  const back = await signIn(story)
  assert.equal((await scoped(story, back, project.id)).status, 201)
  story.skip(3_600_000)
  assert.equal((await scoped(story, back, project.id)).status, 404, 'the token has expired')
})

test('an application credential of a federated user works until the memberships of the last login expire', async () => {
  await using story = await behindProxy({ default_authorization_ttl: 120 })
  const { group, project } = await acme(story)
  const { body, headers } = await scoped(story, await signIn(story), project.id)
  const { id: userId } = body.token.user
  const made = await story.send('POST', `/v3/users/${userId}/application_credentials`, {
    token: headers['x-subject-token'],
    json: { application_credential: { name: 'ci' } },
  })
  const { id, secret } = made.body.application_credential
  const identity = { methods: ['application_credential'], application_credential: { id, secret } }
  const login = () => story.send('POST', '/v3/auth/tokens', { json: { auth: { identity } } })
  const groups = async () => {
    const admin = await story.tokenFor('admin', 'admin-secret', story.inProject('admin'))
    const { body } = await story.send('GET', `/v3/users/${userId}/groups`, { token: admin })
    return body.groups.map((one: { id: string }) => one.id)
  }
  const minuteMs = 60_000
  story.skip(119 * minuteMs)
  assert.deepEqual([(await login()).status, await groups()], [201, [group.id]])
  story.skip(2 * minuteMs)
  assert.deepEqual([(await login()).status, await groups()], [401, []])
  await signIn(story)
  assert.equal((await login()).status, 201)
})

test('a federated user counts as a member of a group, with its roles, until the membership expires', async () => {
  await using story = await behindProxy()
  const { group } = await acme(story)
  const { id } = (await signIn(story)).body.token.user
  const counted = async () => {
    const token = await story.tokenFor('admin', 'admin-secret', story.inProject('admin'))
    const ask = (method: string, path: string) => story.send(method, path, { token })
    const roles = (await ask('GET', `/v3/role_assignments?effective&user.id=${id}`)).body.role_assignments
    const { users } = (await ask('GET', `/v3/groups/${group.id}/users`)).body
    return [roles.length, users.length, (await ask('HEAD', `/v3/groups/${group.id}/users/${id}`)).status]
  }
  assert.deepEqual(await counted(), [2, 1, 204])
  story.skip(3_700_000)
  assert.deepEqual(await counted(), [0, 0, 404])
})

test('federated tokens end when the identity provider is disabled or the protocol is deleted', async () => {
  await using story = await behindProxy()
  const { project } = await acme(story)
  const idp = `${base}/identity_providers/acme`
  const login = async () =>
    (await scoped(story, await signIn(story), project.id)).headers['x-subject-token'] ?? ''
  const one = await login()
  assert.ok(await story.rolesAtNeighbour(one))
  await story.asAdmin('PATCH', idp, { identity_provider: { enabled: false } })
  assert.equal(await story.rolesAtNeighbour(one), undefined)
  assert.deepEqual(message(await signIn(story)), [403, 'Identity Provider acme is disabled.'])
  await story.asAdmin('PATCH', idp, { identity_provider: { enabled: true } })
  const two = await login()
  await story.asAdmin('DELETE', `${idp}/protocols/openid`)
  assert.equal(await story.rolesAtNeighbour(two), undefined)
  assert.equal((await signIn(story)).status, 404)
})

test('federation headers are accepted only from trusted proxies and with the provider’s remote id', async () => {
  {
    await using story = await behindProxy({ trusted_proxies: [] })
    await acme(story)
    assert.equal((await signIn(story)).status, 401)
  }
  await using story = await behindProxy()
  await acme(story)
  assert.deepEqual(message(await signIn(story, { ...ann, 'oidc-iss': 'https://evil' })), [
    403,
    'Incoming identity provider identifier not included among the accepted identifiers.',
  ])
  const { 'oidc-sub': _, ...nameless } = ann
  assert.equal((await signIn(story, nameless)).status, 401)
  assert.equal((await signIn(story, { ...nameless, 'x-sub': '4711' })).status, 401)
})

test('a client of a trusted proxy cannot pass attributes off as the proxy’s by the prefix HTTP', async () => {
  await using story = await behindProxy()
  await acme(story)
  const { user } = (await signIn(story)).body.token
  const forged = { 'http-oidc-sub': '1', 'http-oidc-groups': 'dev' }
  const { body } = await signIn(story, { ...ann, 'oidc-groups': 'staff', ...forged })
  assert.deepEqual([body.token.user.id, body.token.user['OS-FEDERATION'].groups], [user.id, []])
})

test('a mapping can refer to an existing local user', async () => {
  await using story = await behindProxy()
  const { user } = await story.member('bob')
  const local = [{ user: { name: '{0}', type: 'local', domain: { id: 'default' } } }]
  await acme(story, [{ local, remote: [{ type: 'HTTP_OIDC_SUB' }] }])
  assert.equal((await signIn(story, { ...ann, 'oidc-sub': 'bob' })).body.token.user.id, user.id)
  assert.equal((await signIn(story)).status, 401)
})

test('a login with method mapped gets a scoped token in one request', async () => {
  await using story = await behindProxy()
  const { project } = await acme(story)
  const login = (headers: Record<string, string>) =>
    story.send('POST', '/v3/auth/tokens', {
      headers,
      json: {
        auth: {
          identity: { methods: ['mapped'], mapped: { identity_provider: 'acme', protocol: 'openid' } },
          scope: { project: { id: project.id } },
        },
      },
    })
  const { status, body } = await login(ann)
  assert.deepEqual([status, body.token?.methods, body.token?.project.id], [201, ['mapped'], project.id])
  assert.equal((await login({})).status, 403)
})

test('web single sign-on sends the token to a trusted dashboard only', async () => {
  const origin = 'https://cloud.example/dashboard/auth/websso/'
  await using story = await behindProxy({ trusted_dashboard: [origin] })
  await acme(story)
  const ask = (path: string, to: string, headers: Record<string, string> = ann, method = 'GET') =>
    story.send(method, `/v3/auth/OS-FEDERATION/${path}?origin=${encodeURIComponent(to)}`, { headers })
  for (const path of ['websso/openid', 'identity_providers/acme/protocols/openid/websso'])
    for (const method of ['GET', 'POST']) {
      const page = await ask(path, origin, ann, method)
      assert.deepEqual([page.status, page.headers['cache-control']], [200, 'no-store'])
      assert.match(page.body, new RegExp(`action="${origin}"`))
      const [, token = ''] = /name="token" value="([^"]+)"/.exec(page.body) ?? []
      const shown = await story.send('GET', '/v3/auth/tokens', { token, subject: token })
      assert.equal(shown.body.token.user.name, 'Ann')
    }
  assert.equal((await ask('websso/openid', 'https://evil.example/')).status, 401)
  assert.equal((await ask('websso/openid', '')).status, 400)
  assert.equal((await ask('websso/openid', origin, {})).status, 401)
  assert.equal((await ask('websso/openid', origin, { ...ann, 'oidc-iss': 'https://evil' })).status, 404)
})

test('tokens list the service providers that an operator has enabled', async () => {
  await using story = await startIdentityStory()
  const path = `${base}/service_providers/other`
  const addresses = { auth_url: 'https://other/v3/auth', sp_url: 'https://other/saml' }
  const put = (service_provider: object) =>
    story.send('PUT', path, { token: story.admin, json: { service_provider } })
  assert.equal((await put({ auth_url: 'https://other/v3/auth' })).status, 400)
  const made = await put(addresses)
  assert.deepEqual(
    [made.status, made.body.service_provider.enabled, made.body.service_provider.relay_state_prefix],
    [201, false, 'ss:mem:'],
  )
  assert.equal((await put(addresses)).status, 409)
  const told = async () =>
    (await story.send('GET', '/v3/auth/tokens', { token: story.admin, subject: story.admin })).body.token
      .service_providers
  assert.equal(await told(), undefined)
  await story.asAdmin('PATCH', path, { service_provider: { enabled: true } })
  assert.deepEqual(await told(), [{ id: 'other', ...addresses }])
  assert.equal((await story.asAdmin('GET', `${base}/service_providers`)).service_providers.length, 1)
  await story.asAdmin('DELETE', path)
  assert.equal((await story.send('GET', path, { token: story.admin })).status, 404)
})

test('an identity provider that is disabled while it is described anew stays disabled', async () => {
  await using story = await behindProxy()
  await acme(story)
  const change = (identity_provider: object) =>
    story.asAdmin('PATCH', `${base}/identity_providers/acme`, { identity_provider })
  await Promise.all([change({ enabled: false }), change({ description: 'the old one' })])
  const { identity_provider: kept } = await story.asAdmin('GET', `${base}/identity_providers/acme`)
  assert.deepEqual([kept.enabled, kept.description], [false, 'the old one'])
})

test('only operators manage identity providers, protocols and mappings, and invalid ones are refused', async () => {
  await using story = await behindProxy()
  const { token } = await story.member('ann')
  await acme(story)
  const idp = `${base}/identity_providers/acme`
  const { identity_provider } = await story.asAdmin('GET', idp)
  assert.deepEqual(identity_provider.links, {
    self: `http://cloud.test/identity${idp}`,
    protocols: `http://cloud.test/identity${idp}/protocols`,
  })
  const put = (path: string, json: object) =>
    story.send('PUT', `${base}/${path}`, { token: story.admin, json })
  assert.equal((await put('identity_providers/acme', { identity_provider: {} })).status, 409)
  const domains = async () => (await story.asAdmin('GET', '/v3/domains')).domains.length
  const before = await domains()
  const taken = await put('identity_providers/other', { identity_provider: { remote_ids: ['https://acme'] } })
  assert.deepEqual([taken.status, await domains()], [409, before])
  assert.equal(
    (await put('identity_providers/other', { identity_provider: { domain_id: 'none' } })).status,
    404,
  )
  assert.equal(
    (await put('identity_providers/acme/protocols/saml2', { protocol: { mapping_id: 'none' } })).status,
    404,
  )
  assert.equal(
    (await put('identity_providers/none/protocols/x', { protocol: { mapping_id: 'people' } })).status,
    404,
  )
  const protocol = await story.asAdmin('GET', `${idp}/protocols/openid`)
  // As in Keystone, only the list tells the attribute by which identity providers are recognised.
  const listed = async () => (await story.asAdmin('GET', `${idp}/protocols`)).protocols
  const alsoListed = { idp_id: 'acme', remote_id_attribute: null }
  assert.deepEqual(await listed(), [{ ...protocol.protocol, ...alsoListed }])
  await story.asAdmin('PATCH', `${idp}/protocols/openid`, { protocol: { remote_id_attribute: 'x' } })
  assert.equal((await listed())[0].remote_id_attribute, 'x')
  for (const rules of [
    [],
    [{ local: [], remote: [] }],
    [{ local: [{ user: {} }], remote: [{ type: 'x', any: [] }] }],
  ])
    assert.equal((await put('mappings/wrong', { mapping: { rules } })).status, 400, JSON.stringify(rules))
  const pattern = [{ local: [{ user: {} }], remote: [{ type: 'x', any_one_of: ['('], regex: true }] }]
  assert.equal((await put('mappings/wrong', { mapping: { rules: pattern } })).status, 400)
  assert.equal((await story.asAdmin('GET', `${base}/mappings`)).mappings.length, 1)
  for (const path of ['identity_providers', 'mappings', 'identity_providers/acme/protocols'])
    assert.equal((await story.send('GET', `${base}/${path}`, { token })).status, 403)
  await story.asAdmin('DELETE', `${base}/mappings/people`)
  await story.asAdmin('DELETE', idp)
  assert.equal((await story.send('GET', idp, { token: story.admin })).status, 404)
})
