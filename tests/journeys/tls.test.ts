import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { type RequestOptions, request } from 'node:https'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { after, before, describe, it } from 'node:test'
import { rootCertificates } from 'node:tls'
import { promisify } from 'node:util'
import type { Client } from '@nimbo/testkit/client'
import { makeFlavor } from '@nimbo/testkit/make-flavor'
import { makeImage } from '@nimbo/testkit/make-image'
import { makeNetwork } from '@nimbo/testkit/make-network'
import { bootServer, serverInStatus } from '@nimbo/testkit/servers'
import { temporaryDirectory } from '@nimbo/testkit/temporary-directory'
import { startTestCloud, type TestCloud } from '@nimbo/testkit/start-test-cloud'

/** The status of a request by whoever trusts these authorities alone, and shows a certificate or none. */
const statusFor = async (
  url: string,
  ca: string,
  more: Pick<RequestOptions, 'cert' | 'key' | 'headers'> = {},
): Promise<number> => {
  const asked = request(url, { ca, agent: false, ...more })
  asked.end()
  const [reply] = await once(asked, 'response')
  reply.resume()
  return reply.statusCode
}

const run = promisify(execFile)

/** A certificate for a user, as an operator has the cloud's own authority make it. */
const certificateFor = async (name: string, tls: string, directory: string) => {
  const [key, asked, cert] = ['key', 'csr', 'pem'].map((kind) => join(directory, `${name}.${kind}`))
  if (!key || !asked || !cert) throw new Error('unreachable')
  const subject = ['-newkey', 'rsa:2048', '-nodes', '-subj', `/CN=${name}`]
  await run('openssl', ['req', ...subject, '-keyout', key, '-out', asked])
  const authority = ['-CA', join(tls, 'ca.pem'), '-CAkey', join(tls, 'ca.key'), '-CAcreateserial']
  const serial = ['-CAserial', join(directory, 'serial')]
  await run('openssl', ['x509', '-req', '-in', asked, ...authority, ...serial, '-days', '1', '-out', cert])
  return { key: await readFile(key, 'utf8'), cert: await readFile(cert, 'utf8') }
}

/** What everybody may ask of an API, and nobody without a token. */
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

// About one process alone: tests/distributed/tls.test.ts tells it of many.
describe('a cloud of one process that speaks TLS', () => {
  let cloud: TestCloud
  let ada: Client
  before(async () => {
    cloud = await startTestCloud({ tls: true })
    ada = await cloud.person('ada')
  })
  after(() => cloud?.[Symbol.asyncDispose]())

  it('is trusted by its own authority, and by nobody who does not know that', async () => {
    const { cacert = '' } = cloud.access
    assert.match(cloud.url, /^https:/)
    const address = `${cloud.url}/identity/v3`
    assert.equal(await statusFor(address, await readFile(cacert, 'utf8')), 200)
    const [anotherAuthority = ''] = rootCertificates
    await assert.rejects(statusFor(address, anotherAuthority), {
      code: /SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_VERIFY/,
    })
    await assert.rejects(fetch(address.replace('https:', 'http:')))
  })

  it('has only https in its catalog, and in the links it gives', async () => {
    const { body } = await cloud.admin.identity.get('/v3/endpoints')
    const urls: string[] = body.endpoints.map(({ url }: { url: string }) => url)
    assert.ok(urls.length > 0)
    assert.deepEqual(
      urls.filter((url) => !url.startsWith('https://')),
      [],
    )
    assert.match(body.links.self, /^https:/)
  })

  it('keeps the cookie of its dashboard to secure connections', async () => {
    const { username, password } = cloud.access
    const answer = await fetch(`${cloud.url}/dashboard/api/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: cloud.url },
      body: JSON.stringify({ method: 'password', user: username, password }),
    })
    assert.match(answer.headers.get('set-cookie') ?? '', /; Secure/, await answer.text())
  })

  it('shows the screen of a server over wss', async () => {
    await makeNetwork(ada)
    const flavorRef = await makeFlavor(cloud.admin)
    const id = await bootServer(ada, { flavorRef, imageRef: await makeImage(ada) })
    await serverInStatus(ada, id, 'ACTIVE')
    const body = { remote_console: { protocol: 'vnc', type: 'novnc' } }
    const opened = await ada.compute.post(`/servers/${id}/remote-consoles`, body)
    assert.equal(opened.status, 200, JSON.stringify(opened.body))
    const page = new URL(opened.body.remote_console.url)
    assert.equal(page.protocol, 'https:')
    const address = new URL(page.searchParams.get('path') ?? '', page)
    address.protocol = 'wss:'
    const socket = new WebSocket(address, ['binary'])
    socket.binaryType = 'arraybuffer'
    const [message] = await once(socket, 'message', { signal: AbortSignal.timeout(20_000) })
    assert.match(Buffer.from(message.data).toString('latin1'), /^RFB 003/)
    socket.close()
  })

  it('takes a token that is bound to a certificate from whoever shows that, at every API', async () => {
    await using home = await temporaryDirectory()
    const tls = join(cloud.directory, 'tls')
    const ca = await readFile(join(tls, 'ca.pem'), 'utf8')
    const [own, another] = [
      await certificateFor('ada', tls, home.path),
      await certificateFor('bob', tls, home.path),
    ]
    const { identity } = cloud.admin
    const user = { default_project_id: ada.projectId }
    assert.equal((await identity.patch(`/v3/users/${ada.userId}`, { user })).status, 200)
    const remote = [{ type: 'SSL_CLIENT_SUBJECT_DN_CN' }]
    const rules = [{ local: [{ user: { name: '{0}', domain: { id: 'default' } } }], remote }]
    const mapping = '/v3/OS-FEDERATION/mappings/oauth2_mapping'
    assert.equal((await identity.put(mapping, { mapping: { rules } })).status, 201)

    const form = new URLSearchParams({ grant_type: 'client_credentials', client_id: ada.userId })
    const tokenBy = async (shown: { readonly cert: string; readonly key: string }) => {
      const asked = request(`${cloud.url}/identity/v3/OS-OAUTH2/token`, {
        ...{ method: 'POST', ca, agent: false, ...shown },
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      })
      asked.end(form.toString())
      const [reply] = await once(asked, 'response')
      return { status: reply.statusCode, body: await json(reply) }
    }
    const refused = await tokenBy(another)
    assert.equal(refused.status, 401, 'the certificate is of another user')
    const { body } = await tokenBy(own)
    assert.ok(isToken(body), JSON.stringify(body))

    const headers = { authorization: `Bearer ${body.access_token}` }
    const { body: listed } = await ada.identity.get('/v3/auth/catalog')
    const doors: { type: string; endpoints: { url: string }[] }[] = listed.catalog
    const asks = new Map(Object.entries(something))
    const asked = doors.filter(({ type }) => asks.has(type))
    assert.deepEqual(asked.map(({ type }) => type).sort(), [...asks.keys()].sort())
    for (const { type, endpoints } of asked) {
      const url = `${endpoints[0]?.url}${asks.get(type)}`
      const statuses = [
        await statusFor(url, ca, { ...own, headers }),
        await statusFor(url, ca, { ...another, headers }),
        await statusFor(url, ca, { headers }),
      ]
      assert.deepEqual(statuses, [200, 401, 401], `${type} at ${url}`)
    }
  })
})
