import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { rootCertificates } from 'node:tls'
import { requireBoundTokens } from '@nimbo/testkit/bound-tokens'
import type { Client } from '@nimbo/testkit/client'
import { statusFor } from '@nimbo/testkit/client-certificates'
import { makeFlavor } from '@nimbo/testkit/make-flavor'
import { makeImage } from '@nimbo/testkit/make-image'
import { makeNetwork } from '@nimbo/testkit/make-network'
import { bootServer, serverInStatus } from '@nimbo/testkit/servers'
import { startTestCloud, type TestCloud } from '@nimbo/testkit/start-test-cloud'

// About one process only: tests/distributed/tls.test.ts does the same with many.
describe('a cloud in one process that serves HTTPS', () => {
  let cloud: TestCloud
  let ada: Client
  before(async () => {
    cloud = await startTestCloud({ tls: true })
    ada = await cloud.person('ada')
  })
  after(() => cloud?.[Symbol.asyncDispose]())

  it('is trusted by clients that know its certificate authority, and by no others', async () => {
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

  it('has only https addresses in its catalog and in the links of its replies', async () => {
    const { body } = await cloud.admin.identity.get('/v3/endpoints')
    const urls: string[] = body.endpoints.map(({ url }: { url: string }) => url)
    assert.ok(urls.length > 0)
    assert.deepEqual(
      urls.filter((url) => !url.startsWith('https://')),
      [],
    )
    assert.match(body.links.self, /^https:/)
  })

  it('marks the cookie of its dashboard as Secure', async () => {
    const { username, password } = cloud.access
    const answer = await fetch(`${cloud.url}/dashboard/api/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: cloud.url },
      body: JSON.stringify({ method: 'password', user: username, password }),
    })
    assert.match(answer.headers.get('set-cookie') ?? '', /; Secure/, await answer.text())
  })

  it('serves the VNC console of a server over wss', async () => {
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

  it('accepts a token bound to a certificate only from clients that show that certificate, at every API', async () => {
    await requireBoundTokens(cloud.admin, ada, join(cloud.directory, 'tls'))
  })
})
