import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { request } from 'node:https'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import type { Client } from './client.ts'
import { certificateFor, type ShownCertificate, statusFor } from './client-certificates.ts'
import { temporaryDirectory } from '@nimbo/testing/temporary-directory'

/** For each API a request that every user may make, but only with a token. */
const something = {
  identity: '/v3/auth/projects',
  compute: '/servers',
  image: '/v2/images',
  network: '/v2.0/networks',
  volumev3: '/volumes',
  'object-store': '?format=json',
  orchestration: '/stacks',
  'key-manager': '/v1/secrets',
  alarming: '/v2/alarms',
  metric: '/v1/metric',
}

const isToken = (body: unknown): body is { readonly access_token: string } =>
  typeof body === 'object' && body !== null && 'access_token' in body

/**
 * Creates the mapping by which users of the default domain get tokens for certificates with their name, and sets the user's
 * default project.
 */
const letIn = async (admin: Client, user: Client): Promise<void> => {
  const { identity } = admin
  const change = { user: { default_project_id: user.projectId } }
  assert.equal((await identity.patch(`/v3/users/${user.userId}`, change)).status, 200)
  const remote = [{ type: 'SSL_CLIENT_SUBJECT_DN_CN' }]
  const rules = [{ local: [{ user: { name: '{0}', domain: { id: 'default' } } }], remote }]
  const mapping = '/v3/OS-FEDERATION/mappings/oauth2_mapping'
  assert.equal((await identity.put(mapping, { mapping: { rules } })).status, 201)
}

const tokenBy = async (user: Client, ca: string, shown: ShownCertificate) => {
  const asked = request(`${user.identity.url}/v3/OS-OAUTH2/token`, {
    ...{ method: 'POST', ca, agent: false, ...shown },
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  const form = { grant_type: 'client_credentials', client_id: user.userId }
  asked.end(new URLSearchParams(form).toString())
  const [reply] = await once(asked, 'response')
  return { status: reply.statusCode, body: await json(reply) }
}

/**
 * Gets a token for ada by a certificate of hers that the authority in `tls` has signed; fails unless every API accepts it with
 * that certificate, and with no other and with none.
 */
export const requireBoundTokens = async (admin: Client, ada: Client, tls: string): Promise<void> => {
  await using home = await temporaryDirectory()
  const ca = await readFile(join(tls, 'ca.pem'), 'utf8')
  const [own, another] = [
    await certificateFor('ada', tls, home.path),
    await certificateFor('bob', tls, home.path),
  ]
  await letIn(admin, ada)
  assert.equal((await tokenBy(ada, ca, another)).status, 401, 'the certificate is of another user')
  const { body } = await tokenBy(ada, ca, own)
  assert.ok(isToken(body), JSON.stringify(body))

  const headers = { authorization: `Bearer ${body.access_token}` }
  const { body: listed } = await ada.identity.get('/v3/auth/catalog')
  const doors: { type: string; endpoints: { url: string; interface: string }[] }[] = listed.catalog
  const asks = new Map(Object.entries(something))
  const asked = doors.filter(({ type }) => asks.has(type))
  assert.deepEqual(asked.map(({ type }) => type).sort(), [...asks.keys()].sort())
  for (const { type, endpoints } of asked) {
    const { url: listedUrl = '' } = endpoints[0] ?? {}
    // The URL of identity in the catalog may include the version.
    const url = `${type === 'identity' ? listedUrl.replace(/\/v3$/, '') : listedUrl}${asks.get(type)}`
    const statuses = [
      await statusFor(url, ca, { ...own, headers }),
      await statusFor(url, ca, { ...another, headers }),
      await statusFor(url, ca, { headers }),
    ]
    assert.deepEqual(statuses, [200, 401, 401], `${type} at ${url}`)
  }
}
