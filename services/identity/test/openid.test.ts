import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startIdentityStory } from './identity-story.ts'
import { startOpenidProvider } from './openid-provider.ts'

const publicUrl = 'https://cloud.example/identity'
const protocol = '/v3/OS-FEDERATION/identity_providers/acme/protocols/openid'
const websso = '/v3/auth/OS-FEDERATION/identity_providers/acme/protocols/openid/websso'
const anyWebsso = '/v3/auth/OS-FEDERATION/websso/openid'
const origin = 'https://cloud.example/dashboard/auth/websso/'

/** A cloud with users of an OpenID provider, and a project of which its developers are members. */
const startCompany = async () => {
  const provider = await startOpenidProvider([publicUrl + websso, publicUrl + anyWebsso])
  const story = await startIdentityStory({}, (config) => ({
    ...config,
    openid: {
      ...config.openid,
      provider_metadata_url: `${provider.issuer}/.well-known/openid-configuration`,
      client_id: provider.client.id,
      client_secret: provider.client.secret,
      public_url: publicUrl,
      scope: 'openid email profile groups',
    },
    federation: { ...config.federation, trusted_dashboard: [origin] },
  }))
  const { group } = await story.asAdmin('POST', '/v3/groups', { group: { name: 'developers' } })
  const { project } = await story.asAdmin('POST', '/v3/projects', { project: { name: 'web' } })
  const role = await story.roleId('member')
  await story.asAdmin('PUT', `/v3/projects/${project.id}/groups/${group.id}/roles/${role}`)
  await story.asAdmin('PUT', '/v3/OS-FEDERATION/identity_providers/acme', {
    identity_provider: { remote_ids: [provider.issuer], enabled: true },
  })
  const user = { id: '{0}', name: '{1}', email: '{2}' }
  const remote = [{ type: 'HTTP_OIDC_SUB' }, { type: 'HTTP_OIDC_NAME' }, { type: 'HTTP_OIDC_EMAIL' }]
  const developers = [{ type: 'HTTP_OIDC_GROUPS', any_one_of: ['dev'] }]
  const rules = [
    { local: [{ user }], remote },
    { local: [{ group: { id: group.id } }], remote: developers },
  ]
  await story.asAdmin('PUT', '/v3/OS-FEDERATION/mappings/people', { mapping: { rules } })
  await story.asAdmin('PUT', protocol, { protocol: { mapping_id: 'people' } })
  return {
    provider,
    story,
    project,
    group,
    show: (token: string, method = 'POST') =>
      story.send(method, `${protocol}/auth`, { headers: { authorization: `Bearer ${token}` } }),
    [Symbol.asyncDispose]: async () => {
      await story[Symbol.asyncDispose]()
      await provider[Symbol.asyncDispose]()
    },
  }
}

type Company = Awaited<ReturnType<typeof startCompany>>

const begin = ({ story }: Company, path = websso) =>
  story.send('GET', `${path}?origin=${encodeURIComponent(origin)}`)

const cookieIn = (headers: Readonly<Record<string, string>>): string =>
  headers['set-cookie']?.split(';')[0] ?? ''

const back = ({ story }: Company, address: URL, cookie: string) =>
  story.send('GET', address.pathname.replace('/identity', '') + address.search, { headers: { cookie } })

test('a bearer token of the provider is exchanged for one of the cloud, as v3oidcpassword does', async () => {
  await using company = await startCompany()
  const { provider, story, project, group } = company
  const { token } = await provider.tokenFor('ann', 'ann-secret')
  const first = await company.show(token)
  assert.equal(first.status, 201, JSON.stringify(first.body))
  const { user } = first.body.token
  assert.deepEqual([user.name, user['OS-FEDERATION'].groups], ['Ann', [{ id: group.id }]])
  assert.equal((await story.asAdmin('GET', `/v3/users/${user.id}`)).user.email, 'ann@acme.example')
  const identity = { methods: ['token'], token: { id: first.headers['x-subject-token'] } }
  const scope = { project: { id: project.id } }
  const scoped = await story.send('POST', '/v3/auth/tokens', { json: { auth: { identity, scope } } })
  assert.equal(scoped.status, 201, JSON.stringify(scoped.body))
  const other = await company.show((await provider.tokenFor('bob', 'bob-secret')).token, 'GET')
  assert.deepEqual(other.body.token.user['OS-FEDERATION'].groups, [])
  assert.equal((await provider.tokenFor('ann', 'wrong')).status, 400)
})

test('only tokens that were issued to this client are accepted', async () => {
  await using company = await startCompany()
  const { provider, story } = company
  assert.equal((await company.show('no-token')).status, 401)
  assert.equal((await company.show('a.b.c')).status, 401)
  const { token } = await provider.tokenOfAnother('ann')
  assert.notEqual(token, '')
  assert.equal((await company.show(token)).status, 401)
  const good = (await provider.tokenFor('ann', 'ann-secret')).token
  const changes = { identity_provider: { remote_ids: ['https://elsewhere'] } }
  await story.asAdmin('PATCH', '/v3/OS-FEDERATION/identity_providers/acme', changes)
  assert.equal((await company.show(good)).status, 403)
  assert.equal((await story.send('POST', `${protocol}/auth`)).status, 401)
})

test('web single sign-on redirects to the provider and returns to the dashboard with a token', async () => {
  await using company = await startCompany()
  for (const path of [websso, anyWebsso]) {
    const sent = await begin(company, path)
    assert.equal(sent.status, 302, JSON.stringify(sent.body))
    assert.match(sent.headers['set-cookie'] ?? '', /; HttpOnly; SameSite=Lax; Secure$/)
    const address = await company.provider.signIn(sent.headers.location ?? '', 'ann')
    assert.equal(address.origin + address.pathname, publicUrl + path)
    const page = await back(company, address, cookieIn(sent.headers))
    assert.equal(page.status, 200, JSON.stringify(page.body))
    assert.match(page.body, new RegExp(`action="${origin}"`))
    const [, token = ''] = /name="token" value="([^"]+)"/.exec(page.body) ?? []
    const shown = await company.story.send('GET', '/v3/auth/tokens', { token, subject: token })
    assert.equal(shown.body.token.user.name, 'Ann')
    assert.equal((await back(company, address, cookieIn(sent.headers))).status, 401)
  }
})

test('a code is accepted only from the browser in which the login began', async () => {
  await using company = await startCompany()
  const [mine, others] = [await begin(company), await begin(company)]
  const address = await company.provider.signIn(mine.headers.location ?? '', 'ann')
  for (const cookie of ['', cookieIn(others.headers), 'nimbo_openid_login=made-up'])
    assert.notEqual((await back(company, address, cookie)).status, 200, cookie)
  company.story.skip(601_000)
  assert.notEqual((await back(company, address, cookieIn(mine.headers))).status, 200)
  const elsewhere = await company.story.send('GET', `${websso}?origin=https%3A%2F%2Fevil.example`)
  assert.equal(elsewhere.status, 401)
})

test('a JWT is verified with the keys of the provider', async () => {
  await using company = await startCompany()
  const { provider, story } = company
  const { signed } = await provider.tokenFor('ann', 'ann-secret')
  const first = await company.show(signed)
  assert.equal(first.status, 201, JSON.stringify(first.body))
  const [header = '', payload = '', signature = ''] = signed.split('.')
  const said = { ...JSON.parse(Buffer.from(payload, 'base64url').toString()), sub: 'bob' }
  const altered = Buffer.from(JSON.stringify(said)).toString('base64url')
  assert.equal((await company.show([header, altered, signature].join('.'))).status, 401)
  assert.equal((await company.show((await provider.tokenOfAnother('ann')).signed)).status, 401)
  story.skip(3_700_000)
  assert.equal((await company.show(signed)).status, 401)
})
