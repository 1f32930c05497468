import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { after, before, test } from 'node:test'
import { makeImage } from '@nimbo/testkit/make-image'
import { startTestCloud, type TestCloud } from '@nimbo/testkit/start-test-cloud'

const piece = Buffer.alloc(65_536, ' ')
const offered = 64 * 1024 ** 2
/** More than sockets and streams buffer between a client and a server that does not read the body. */
const inTransit = 16 * 1024 ** 2

/** Sends a body in pieces until there is a reply, but at most `offered` bytes; gives how many were sent by then. */
const pour = async (sending: ClientRequest): Promise<{ reply: IncomingMessage; sent: number }> => {
  let reply: IncomingMessage | undefined
  let sent = 0
  const replied = once(sending, 'response').then(([message]) => {
    reply = message
  })
  while (reply === undefined && sent < offered) {
    sent += piece.length
    if (!sending.write(piece)) await Promise.race([once(sending, 'drain'), replied])
  }
  sending.end()
  await replied
  assert.ok(reply)
  return { reply, sent }
}

let cloud: TestCloud
let token: string
let imageId: string
before(async () => {
  cloud = await startTestCloud()
  token = cloud.admin.token
  imageId = await makeImage(cloud.admin)
})
after(() => cloud[Symbol.asyncDispose]())

const patch = 'application/openstack-images-v2.1-json-patch'

for (const [method, path, type = 'application/json'] of [
  ['POST', '/identity/v3/auth/tokens'],
  ['POST', '/identity/v3/users'],
  ['POST', '/image/v2/images'],
  ['PATCH', '/image/v2/images/{image_id}', patch],
  ['POST', '/placement/resource_providers'],
  ['POST', '/compute/v2.1/servers'],
  ['POST', '/networking/v2.0/networks'],
  ['POST', '/volume/v3/volumes'],
] as const) {
  const headersOf = (): Record<string, string> => ({ 'x-auth-token': token, 'content-type': type })
  const url = () => `${cloud.url}${path.replace('{image_id}', imageId)}`

  test(`${method} ${path} refuses an endless JSON body with 413 and stops reading it`, async (t) => {
    const sending = request(url(), { method, headers: headersOf() })
    sending.on('error', () => {})
    t.after(() => sending.destroy())
    const { reply, sent } = await pour(sending)
    assert.equal(reply.statusCode, 413)
    assert.ok(sent < inTransit, `${sent} bytes could be sent`)
  })

  test(`${method} ${path} refuses a JSON body with 413 because of its Content-Length`, async (t) => {
    const headers = { ...headersOf(), 'content-length': '400000000' }
    const sending = request(url(), { method, headers })
    sending.on('error', () => {})
    t.after(() => sending.destroy())
    sending.flushHeaders()
    const [reply]: IncomingMessage[] = await once(sending, 'response')
    assert.equal(reply?.statusCode, 413)
  })
}
