import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { receiveAll, telling } from '@nimbo/testkit/received-notifications'
import { signAssertion } from '../src/resources/saml2/signing.ts'
import { type Reply, startIdentityStory } from './identity-story.ts'
import { pairs } from './saml-pairs.ts'

type Story = Awaited<ReturnType<typeof startIdentityStory>>

const base = '/v3/OS-FEDERATION'
const auth = `${base}/identity_providers/west/protocols/saml2/auth`
const entityId = 'https://west.example/idp'
const spUrl = 'https://east.example/identity'

/** Keystone to Keystone: `west` is the identity provider, `east` the service provider. */
const startClouds = async (trusted: { readonly certificate: string } = pairs.own) => {
  const home = await mkdtemp(join(tmpdir(), 'nimbo-saml-'))
  const metadata = join(home, 'trusted')
  await mkdir(metadata)
  const write = async (name: string, text: string) => {
    await writeFile(join(home, name), text)
    return join(home, name)
  }
  const keyfile = await write('key.pem', pairs.own.key)
  const certfile = await write('cert.pem', pairs.own.certificate)
  const west = await startIdentityStory({}, (config) => ({
    ...config,
    saml: {
      ...config.saml,
      idp_entity_id: entityId,
      idp_sso_endpoint: `${entityId}/sso`,
      keyfile,
      certfile,
      idp_contact_email: 'ops@west.example',
    },
  }))
  const east = await startIdentityStory({}, (config) => ({
    ...telling(config),
    DEFAULT: { ...config.DEFAULT, notification_opt_out: [] },
    saml: { ...config.saml, sp_url: spUrl, trusted_idp_metadata_dir: metadata },
    federation: { ...config.federation, trusted_dashboard: ['https://east.example/auth/websso/'] },
  }))
  const shown = await west.send('GET', `${base}/saml2/metadata`)
  assert.deepEqual([shown.status, shown.headers['content-type']], [200, 'text/xml'])
  const ours = pairs.own.certificate.replace(/-----[^-]+-----|\s/g, '')
  const theirs = trusted.certificate.replace(/-----[^-]+-----|\s/g, '')
  await writeFile(join(metadata, 'west.xml'), shown.body.replace(ours, theirs))
  const provider = { auth_url: `${spUrl}${auth}`, sp_url: `${spUrl}${auth}`, enabled: true }
  await west.asAdmin('PUT', `${base}/service_providers/east`, { service_provider: provider })
  const { group } = await east.asAdmin('POST', '/v3/groups', { group: { name: 'guests' } })
  const { project } = await east.asAdmin('POST', '/v3/projects', { project: { name: 'shared' } })
  await east.asAdmin(
    'PUT',
    `/v3/projects/${project.id}/groups/${group.id}/roles/${await east.roleId('member')}`,
  )
  await east.asAdmin('PUT', `${base}/identity_providers/west`, {
    identity_provider: { remote_ids: [entityId], enabled: true },
  })
  const local = [{ user: { name: '{0}' }, group: { id: group.id } }]
  const remote = [{ type: 'openstack_user' }, { type: 'openstack_roles', any_one_of: ['member'] }]
  await east.asAdmin('PUT', `${base}/mappings/k2k`, { mapping: { rules: [{ local, remote }] } })
  await east.asAdmin('PUT', `${base}/identity_providers/west/protocols/saml2`, {
    protocol: { mapping_id: 'k2k' },
  })
  return {
    west,
    east,
    project,
    [Symbol.asyncDispose]: async () => {
      await west[Symbol.asyncDispose]()
      await east[Symbol.asyncDispose]()
      await rm(home, { recursive: true })
    },
  }
}

const ask = (story: Story, token: string, to = 'east', path = '/ecp'): Promise<Reply> =>
  story.send('POST', `/v3/auth/OS-FEDERATION/saml2${path}`, {
    json: {
      auth: {
        identity: { methods: ['token'], token: { id: token } },
        scope: { service_provider: { id: to } },
      },
    },
  })

const present = (story: Story, envelope: string, path = auth): Promise<Reply> =>
  story.send('POST', path, { headers: { 'content-type': 'application/vnd.paos+xml' }, form: envelope })

const form = (response: string) => ({
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  form: new URLSearchParams({ SAMLResponse: Buffer.from(response).toString('base64') }).toString(),
})

test('a user of one cloud signs in to another with an assertion (ECP profile)', async () => {
  await using clouds = await startClouds()
  const { west, east, project } = clouds
  const { token } = await west.member('ann')
  const said = await ask(west, token)
  assert.equal(said.status, 200, JSON.stringify(said.body))
  assert.deepEqual(
    [said.headers['content-type'], said.headers['x-sp-url'], said.headers['x-auth-url']],
    ['text/xml', `${spUrl}${auth}`, `${spUrl}${auth}`],
  )
  assert.match(said.body, /RelayState[^>]*>ss:mem:[0-9a-f]{32}</)
  await east.settled()
  await using heard = await receiveAll(east.bus)
  const first = await present(east, said.body)
  assert.equal(first.status, 201, JSON.stringify(first.body))
  assert.deepEqual(
    [first.body.token.user.name, first.body.token.user['OS-FEDERATION'].identity_provider.id],
    ['ann', 'west'],
  )
  const identity = { methods: ['token'], token: { id: first.headers['x-subject-token'] } }
  const scoped = await east.send('POST', '/v3/auth/tokens', {
    json: { auth: { identity, scope: { project: { id: project.id } } } },
  })
  assert.equal(scoped.status, 201)
  await east.settled()
  const { outcome, initiator } = heard.last('identity.saml2.authenticate').payload as Reply['body']
  const { identity_provider, groups } = initiator.credential
  assert.deepEqual([outcome, identity_provider, groups.length], ['success', 'west', 1])
  await heard.assertDeclared()
  assert.deepEqual(await east.rolesAtNeighbour(scoped.headers['x-subject-token'] ?? ''), ['member', 'reader'])
})

test('an assertion is accepted once, before it expires, and by its recipient alone', async () => {
  await using clouds = await startClouds()
  const { west, east } = clouds
  const { token } = await west.member('ann')
  const one = (await ask(west, token)).body
  assert.equal((await present(east, one)).status, 201)
  assert.equal((await present(east, one)).status, 401)
  const elsewhere = `${base}/identity_providers/west/protocols/other/auth`
  const other = { protocol: { mapping_id: 'k2k' } }
  await east.asAdmin('PUT', `${base}/identity_providers/west/protocols/other`, other)
  assert.equal((await present(east, (await ask(west, token)).body, elsewhere)).status, 401)
  const late = (await ask(west, token)).body
  east.skip(3_600_000 + 61_000)
  assert.equal((await present(east, late)).status, 401)
})

test('only what the signature covers is trusted', async () => {
  await using clouds = await startClouds()
  const { west, east } = clouds
  const { token } = await west.member('ann')
  const good: string = (await ask(west, token)).body
  const signature = /<ds:Signature.*<\/ds:Signature>/s
  const assertion = /<saml:Assertion.*<\/saml:Assertion>/s.exec(good)?.[0] ?? ''
  const forged = assertion
    .replace(signature, '')
    .replaceAll('ann', 'eve')
    .replace(/ ID="[^"]*"/, ' ID="_forged"')
  const other = await signAssertion(
    /<samlp:Response.*<\/samlp:Response>/s.exec(good.replace(signature, ''))?.[0] ?? '',
    pairs.another,
  )
  for (const [what, text] of Object.entries({
    altered: good.replaceAll('>ann<', '>eve<'),
    unsigned: good.replace(signature, ''),
    'a forged one before': good.replace('<saml:Assertion', `${forged}<saml:Assertion`),
    'a forged one around': good
      .replace(assertion, forged.replace('</saml:Assertion>', `<x>${assertion}</x></saml:Assertion>`))
      .replace(/_forged/, '_forged2'),
    'another key': other,
    'a DOCTYPE': `<!DOCTYPE x [<!ENTITY y "z">]>${good}`,
    'no XML': '<soap:Envelope>',
    nothing: ' ',
  })) {
    const { status, body } = await present(east, text)
    assert.ok(status === 401 || (status === 201 && body.token.user.name === 'ann'), `${what}: ${status}`)
    if (!what.startsWith('a forged')) assert.equal(status, 401, what)
  }
  const { status } = await east.send('GET', `/v3/users?name=eve`, { token: east.admin })
  assert.equal(status, 200)
  assert.deepEqual((await east.asAdmin('GET', '/v3/users?name=eve')).users, [])
})

test('only identity providers with metadata in the trusted directory are accepted', async () => {
  await using clouds = await startClouds(pairs.another)
  const { west, east } = clouds
  const { token } = await west.member('ann')
  assert.equal((await present(east, (await ask(west, token)).body)).status, 401)
})

test('a browser posts a SAML response (HTTP-POST binding) and goes on to the dashboard', async () => {
  await using clouds = await startClouds()
  const { west, east } = clouds
  const websso = `/v3/auth/OS-FEDERATION/identity_providers/west/protocols/saml2/websso`
  const service_provider = { sp_url: `${spUrl}${websso}` }
  await west.asAdmin('PATCH', `${base}/service_providers/east`, { service_provider })
  const { token } = await west.member('ann')
  const origin = 'https://east.example/auth/websso/'
  const said = await ask(west, token, 'east', '')
  const page = await east.send('POST', `${websso}?origin=${encodeURIComponent(origin)}`, form(said.body))
  assert.equal(page.status, 200, JSON.stringify(page.body))
  assert.match(page.body, new RegExp(`action="${origin}"`))
})

test('no assertion is issued without a project-scoped token and an enabled service provider', async () => {
  await using clouds = await startClouds()
  const { west, east } = clouds
  const { token } = await west.member('ann')
  assert.equal((await ask(west, token, 'nowhere')).status, 404)
  assert.equal((await ask(west, 'no-token')).status, 404)
  const unscoped = await west.tokenFor('ann', 'pw', 'unscoped')
  const refused = await ask(west, unscoped)
  assert.deepEqual(
    [refused.status, refused.body.error.message],
    [
      403,
      'You are not authorized to perform the requested action: Use a project scoped token when attempting to create a SAML assertion.',
    ],
  )
  await west.asAdmin('PATCH', `${base}/service_providers/east`, { service_provider: { enabled: false } })
  assert.equal((await ask(west, token)).status, 403)
  assert.equal((await west.send('POST', '/v3/auth/OS-FEDERATION/saml2', { json: { auth: {} } })).status, 400)
  assert.equal((await east.send('GET', `${base}/saml2/metadata`)).status, 500)
})
