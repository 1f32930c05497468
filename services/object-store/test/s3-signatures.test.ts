import assert from 'node:assert/strict'
import { createHash, createHmac, hash } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { startTestCloud, type TestCloud } from '@nimbo/testkit/start-test-cloud'
import { type SwiftAccount, swiftAccount } from './account.ts'
import { type Key, newKey } from './s3-account.ts'

const mac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()
const sha256 = (text: string | Buffer): string => hash('sha256', text, 'hex')

/** Requests signed by hand, with signatures that Amazon's current client no longer makes. */
describe('signatures of the S3 API', () => {
  let cloud: TestCloud
  let account: SwiftAccount
  let key: Key
  let host: string
  before(async () => {
    cloud = await startTestCloud({
      // With the secret cache on, requests after the first are verified with the cached secret.
      environment: { 'OS_FILTER:S3TOKEN__SECRET_CACHE_DURATION': '60' },
    })
    const ann = await cloud.person('ann')
    account = swiftAccount(cloud, ann)
    key = await newKey(ann)
    host = new URL(cloud.url).host
    await account.ask('PUT', '/signed')
  })
  after(() => cloud[Symbol.asyncDispose]())

  /** A URL signed with version 2, which does not sign every parameter of the query. */
  const address = (path: string, expires: number): string => {
    const text = `GET\n\n\n${expires}\n/s3${path}`
    const Signature = createHmac('sha1', key.secretAccessKey).update(text).digest('base64')
    const query = { AWSAccessKeyId: key.accessKeyId, Expires: String(expires), Signature }
    return `${cloud.url}/s3${path}?${new URLSearchParams(query)}`
  }
  const inTenMinutes = (): number => Math.floor(Date.now() / 1000) + 600

  const codeOf = async (reply: Response): Promise<string> =>
    /<Code>(\w+)<\/Code>/.exec(await reply.text())?.[1] ?? ''

  const versionTwo = (method: string, path: string, at: Date, secret = key.secretAccessKey) => {
    const date = at.toUTCString()
    const text = `${method}\n\ntext/plain\n${date}\nx-amz-meta-by:hand\n/s3${path}`
    const signature = createHmac('sha1', secret).update(text).digest('base64')
    return {
      ...{ date, 'content-type': 'text/plain', 'x-amz-meta-by': 'hand' },
      authorization: `AWS ${key.accessKeyId}:${signature}`,
    }
  }

  it('are accepted in version 2, in headers and in URLs', async () => {
    const path = '/signed/by-two'
    const put = (headers: Record<string, string>) =>
      fetch(`${cloud.url}/s3${path}`, { method: 'PUT', headers, body: 'two' })
    assert.equal((await put(versionTwo('PUT', path, new Date()))).status, 200)
    assert.equal((await account.ask('HEAD', path)).headers.get('x-object-meta-by'), 'hand')
    assert.equal(await codeOf(await put(versionTwo('GET', path, new Date()))), 'SignatureDoesNotMatch')
    const forged = versionTwo('PUT', path, new Date(), 'guessed')
    assert.equal(await codeOf(await put(forged)), 'SignatureDoesNotMatch')
    const early = versionTwo('PUT', path, new Date(Date.now() - 3_600_000))
    assert.equal(await codeOf(await put(early)), 'RequestTimeTooSkewed')

    assert.equal(await (await fetch(address(path, inTenMinutes()))).text(), 'two')
    assert.equal(await codeOf(await fetch(address(path, inTenMinutes() - 1200))), 'ExpiredRequest')
  })

  it('let nobody override headers of the response other than those that describe the content', async () => {
    await account.ask('PUT', '/signed/shown', { body: 'the whole text' })
    const url = address('/signed/shown', inTenMinutes())
    const reply = await fetch(`${url}&response-content-length=3&response-access-control-allow-origin=*`)
    assert.equal(await reply.text(), 'the whole text')
    assert.equal(reply.headers.get('access-control-allow-origin'), null)
  })

  /** An `aws-chunked` body with signed chunks; `spoil` changes it after signing. */
  const inPieces = async (
    path: string,
    pieces: readonly string[],
    spoil: (body: string) => string = (body) => body,
  ): Promise<Response> => {
    const date = new Date().toISOString().replaceAll(/[-:]|\.\d+/g, '')
    const scope = `${date.slice(0, 8)}/us-east-1/s3/aws4_request`
    const signingKey = scope
      .split('/')
      .reduce<string | Buffer>((before, part) => mac(before, part), `AWS4${key.secretAccessKey}`)
    const payload = 'STREAMING-AWS4-HMAC-SHA256-PAYLOAD'
    const headers = {
      host,
      'x-amz-content-sha256': payload,
      'x-amz-date': date,
      'x-amz-decoded-content-length': String(pieces.join('').length),
    }
    const names = Object.keys(headers).join(';')
    const lines = Object.entries(headers)
      .map(([name, value]) => `${name}:${value}\n`)
      .join('')
    const canonical = ['PUT', `/s3${path}`, '', lines, names, payload].join('\n')
    const sign = (text: string): string => mac(signingKey, text).toString('hex')
    const seed = sign(['AWS4-HMAC-SHA256', date, scope, sha256(canonical)].join('\n'))
    let before = seed
    const body = [...pieces, '']
      .map((piece) => {
        const text = ['AWS4-HMAC-SHA256-PAYLOAD', date, scope, before, sha256(''), sha256(piece)].join('\n')
        before = sign(text)
        return `${piece.length.toString(16)};chunk-signature=${before}\r\n${piece}\r\n`
      })
      .join('')
    const { host: _, ...sent } = headers
    const credential = `${key.accessKeyId}/${scope}`
    const authorization = `AWS4-HMAC-SHA256 Credential=${credential}, SignedHeaders=${names}, Signature=${seed}`
    return fetch(`${cloud.url}/s3${path}`, {
      method: 'PUT',
      headers: { ...sent, authorization, 'content-encoding': 'aws-chunked' },
      body: spoil(body),
    })
  }

  it('are verified for each chunk of a body, and nothing is stored of an altered or incomplete body', async () => {
    const pieces = ['a'.repeat(70_000), 'b'.repeat(9000), 'c']
    const reply = await inPieces('/signed/pieces', pieces)
    const digest = createHash('md5').update(pieces.join('')).digest('hex')
    assert.deepEqual([reply.status, reply.headers.get('etag')], [200, `"${digest}"`])
    const shown = await account.ask('GET', '/signed/pieces')
    assert.deepEqual([shown.text, shown.headers.get('content-encoding')], [pieces.join(''), null])
    const spoilt = await inPieces('/signed/spoilt', pieces, (body) =>
      body.replace('b'.repeat(100), 'x'.repeat(100)),
    )
    assert.deepEqual([spoilt.status, await codeOf(spoilt)], [403, 'SignatureDoesNotMatch'])
    const short = await inPieces('/signed/short', pieces, (body) => body.slice(0, 75_000))
    assert.deepEqual([short.status, await codeOf(short)], [400, 'IncompleteBody'])
    for (const name of ['spoilt', 'short'])
      assert.equal((await account.ask('HEAD', `/signed/${name}`)).status, 404)
  })

  it('are refused if the body has another digest than was signed', async () => {
    const date = new Date().toISOString().replaceAll(/[-:]|\.\d+/g, '')
    const scope = `${date.slice(0, 8)}/us-east-1/s3/aws4_request`
    const headers = { host, 'x-amz-content-sha256': sha256('said'), 'x-amz-date': date }
    const names = Object.keys(headers).join(';')
    const lines = Object.entries(headers)
      .map(([name, value]) => `${name}:${value}\n`)
      .join('')
    const canonical = ['PUT', '/s3/signed/digest', '', lines, names, sha256('said')].join('\n')
    const signingKey = scope
      .split('/')
      .reduce<string | Buffer>((before, part) => mac(before, part), `AWS4${key.secretAccessKey}`)
    const text = ['AWS4-HMAC-SHA256', date, scope, sha256(canonical)].join('\n')
    const signature = mac(signingKey, text).toString('hex')
    const authorization = `AWS4-HMAC-SHA256 Credential=${key.accessKeyId}/${scope}, SignedHeaders=${names}, Signature=${signature}`
    const { host: _, ...sent } = headers
    const put = (body: string) =>
      fetch(`${cloud.url}/s3/signed/digest`, { method: 'PUT', headers: { ...sent, authorization }, body })
    assert.equal(await codeOf(await put('else')), 'XAmzContentSHA256Mismatch')
    assert.equal((await put('said')).status, 200)
  })
})
