import assert from 'node:assert/strict'
import { oauthSignature } from '@nimbo/identity/domain/authentication/oauth1-signature'
import type { Client } from '@nimbo/testkit/client'

interface Secrets {
  readonly key: string
  readonly secret: string
  readonly token?: { readonly id: string; readonly secret: string }
  readonly verifier?: string
}

/** Sends a signed request as an OAuth consumer, and reads the token from the form-encoded answer. */
const askSigned = async (
  { identity }: Client,
  path: string,
  { key, secret, token, verifier }: Secrets,
  headers: Record<string, string> = {},
) => {
  const parameters = new Map([
    ['oauth_consumer_key', key],
    ['oauth_signature_method', 'HMAC-SHA1'],
    ['oauth_timestamp', String(Math.floor(Date.now() / 1000))],
    ['oauth_nonce', 'sample'],
    ...(token ? [['oauth_token', token.id] as const] : []),
    ...(verifier ? [['oauth_verifier', verifier] as const] : []),
  ])
  const call = { method: 'POST', url: identity.url + path, query: new URLSearchParams(), authorization: '' }
  const secrets = { consumer: secret, ...(token ? { token: token.secret } : {}) }
  const said = [...parameters, ['oauth_signature', oauthSignature(call, parameters, secrets) ?? '']]
  const authorization = `OAuth ${said.map(([name, value]) => `${name}="${encodeURIComponent(value ?? '')}"`).join(', ')}`
  const { status, body } = await identity.post(path, undefined, { authorization, ...headers })
  assert.equal(status, 201, String(body))
  const form = new URLSearchParams(String(body))
  return { id: form.get('oauth_token') ?? '', secret: form.get('oauth_token_secret') ?? '' }
}

/** Makes the owner an administrator of a new project, since only administrators may authorize request tokens. */
const asAdministrator = async (owner: Client, admin: Client) => {
  const { project } = (await admin.identity.post('/v3/projects', { project: { name: 'oauth-sample' } })).body
  const [role] = (await admin.identity.get('/v3/roles?name=admin')).body.roles
  await admin.identity.put(`/v3/projects/${project.id}/users/${owner.userId}/roles/${role.id}`)
  const identity = { methods: ['token'], token: { id: owner.token } }
  const scoped = await owner.identity.post('/v3/auth/tokens', {
    auth: { identity, scope: { project: { id: project.id } } },
  })
  assert.equal(scoped.status, 201, JSON.stringify(scoped.body))
  return { projectId: project.id, token: scoped.headers.get('x-subject-token') ?? '' }
}

/** An OAuth consumer, a request token that waits for authorization, and an access token. */
export const makeOauthSamples = async (owner: Client, admin: Client) => {
  const { projectId, token } = await asAdministrator(owner, admin)
  const { consumer } = (await admin.identity.post('/v3/OS-OAUTH1/consumers', { consumer: {} })).body
  const secrets = { key: consumer.id, secret: consumer.secret }
  const ask = () =>
    askSigned(owner, '/v3/OS-OAUTH1/request_token', secrets, { 'requested-project-id': projectId })
  const [open, asked] = [await ask(), await ask()]
  const roles = { roles: [{ name: 'admin' }] }
  const said = await owner.identity.put(`/v3/OS-OAUTH1/authorize/${asked.id}`, roles, {
    'x-auth-token': token,
  })
  assert.equal(said.status, 200, JSON.stringify(said.body))
  const take = { ...secrets, token: asked, verifier: said.body.token.oauth_verifier }
  const given = await askSigned(owner, '/v3/OS-OAUTH1/access_token', take)
  return { consumer_id: consumer.id, request_token_id: open.id, access_token_id: given.id }
}
