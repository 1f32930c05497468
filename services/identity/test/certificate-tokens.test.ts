import assert from 'node:assert/strict'
import { X509Certificate } from 'node:crypto'
import { test } from 'node:test'
import { startIdentityStory } from './identity-story.ts'
import { pairs } from './saml-pairs.ts'

const own = new X509Certificate(pairs.own.certificate).raw
const another = new X509Certificate(pairs.another.certificate).raw
const grant = 'grant_type=client_credentials'

/** A user with a default project, and requests for the user's token with a client certificate. */
const withProgram = async (story: Awaited<ReturnType<typeof startIdentityStory>>) => {
  const { user, project, token } = await story.member('program')
  await story.asAdmin('PATCH', `/v3/users/${user.id}`, { user: { default_project_id: project.id } })
  const ask = (certificate: Uint8Array | undefined, form = `${grant}&client_id=${user.id}`) =>
    story.send('POST', '/v3/OS-OAUTH2/token', {
      form,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      ...(certificate && { certificate }),
    })
  return { user, project, password: token, ask }
}

const mapTo = (
  story: Awaited<ReturnType<typeof startIdentityStory>>,
  name: string,
  issuer = 'nimbo-test',
) => {
  const remote = [
    { type: 'SSL_CLIENT_SUBJECT_DN_CN' },
    { type: 'SSL_CLIENT_ISSUER_DN_CN', any_one_of: [issuer] },
  ]
  const rules = [{ local: [{ user: { name, domain: { id: 'default' } } }], remote }]
  return story.asAdmin('PUT', '/v3/OS-FEDERATION/mappings/oauth2_mapping', { mapping: { rules } })
}

for (const provider of ['fernet', 'jws'] as const)
  test(`a client certificate gets a token that is valid only with that certificate (${provider})`, async () => {
    await using story = await startIdentityStory({}, (config) => ({
      ...config,
      token: { ...config.token, provider },
    }))
    const { project, ask } = await withProgram(story)
    await mapTo(story, 'program')

    const given = await ask(own)
    assert.equal(given.status, 200, JSON.stringify(given.body))
    assert.equal(given.body.token_type, 'Bearer')
    const token = given.body.access_token

    const { body } = await story.send('GET', '/v3/auth/tokens', { token: story.admin, subject: token })
    assert.deepEqual([body.token.methods, body.token.project.id], [['oauth2_credential'], project.id])
    // As keystonemiddleware computes it: the digest of the PEM text, with padding.
    assert.match(body.token.oauth2_credential['x5t#S256'], /^[\w-]{43}=$/)

    assert.deepEqual(await story.rolesAtNeighbour(token, own), ['member', 'reader'])
    assert.equal(await story.rolesAtNeighbour(token, another), undefined)
    assert.equal(await story.rolesAtNeighbour(token), undefined)
    assert.equal((await story.send('GET', '/v3/auth/projects', { token, certificate: own })).status, 200)
    assert.equal((await story.send('GET', '/v3/auth/projects', { token })).status, 401)
    const bearer = { authorization: `Bearer ${token}` }
    const asBearer = { headers: bearer, certificate: own }
    assert.equal((await story.send('GET', '/v3/auth/projects', asBearer)).status, 200)
    const exchanged = { auth: { identity: { methods: ['token'], token: { id: token } } } }
    const further = await story.send('POST', '/v3/auth/tokens', { json: exchanged, certificate: own })
    assert.equal(further.status, 403, 'the new token would not be bound to the certificate')
  })

test('a client certificate is accepted only if all that the mapping yields fits the user', async () => {
  await using story = await startIdentityStory()
  const { user, ask } = await withProgram(story)
  const refused = async (reply: ReturnType<typeof ask>) => {
    const { status, body } = await reply
    assert.deepEqual([status, body.error], [401, 'invalid_client'])
  }
  await refused(ask(own))
  await mapTo(story, '{0}')
  await refused(ask(own))
  const mapping = '/v3/OS-FEDERATION/mappings/oauth2_mapping'
  const rules = (local: object, remote: readonly object[] = [{ type: 'SSL_CLIENT_SUBJECT_DN_CN' }]) =>
    story.asAdmin('PATCH', mapping, { mapping: { rules: [{ local: [local], remote }] } })
  await rules({ user: { id: user.id } })
  assert.equal((await ask(own)).status, 200)
  await rules({ user: { id: user.id, name: '{0}' } })
  await refused(ask(own))
  await rules({ user: { id: user.id, domain: { name: 'Elsewhere' } } })
  await refused(ask(own))
  // A mapping that yields no id, name or e-mail would let any certificate act as any user.
  await rules({ user: { domain: { id: 'default' } } })
  await refused(ask(own))
  await rules({ user: { id: user.id } }, [{ type: 'SSL_CLIENT_SUBJECT_DN_CN', any_one_of: ['someone else'] }])
  await refused(ask(own))
  await rules({ user: { id: user.id } })
  await refused(ask(own, grant))
  await refused(ask(own, `${grant}&client_id=nobody`))
  await refused(ask(undefined))
  await story.asAdmin('PATCH', `/v3/users/${user.id}`, { user: { enabled: false } })
  await refused(ask(own))
})

test('client certificates are refused where oauth2_authn_methods allows only secrets', async () => {
  await using story = await startIdentityStory({}, (config) => ({
    ...config,
    oauth2: { ...config.oauth2, oauth2_authn_methods: ['client_secret_basic'] },
  }))
  const { ask } = await withProgram(story)
  await mapTo(story, 'program')
  assert.equal((await ask(own)).status, 401)
})
