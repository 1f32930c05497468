import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { curlLine, replyLine, withoutSecrets } from './curl-line.ts'

const digest = createHash('sha256').update('the-token').digest('hex')

test('a request is shown as a curl command with its token hashed', () => {
  assert.equal(
    curlLine(
      'GET',
      'http://cloud/servers',
      { 'X-Auth-Token': 'the-token', Accept: 'application/json' },
      undefined,
    ),
    `REQ: curl -g -i -X GET http://cloud/servers -H "Accept: application/json" -H "X-Auth-Token: {SHA256}${digest}"`,
  )
})

test('the body is quoted as one word for a shell', () => {
  assert.match(curlLine('POST', 'http://cloud/x', {}, `{"name":"it's"}`), / -d '\{"name":"it'\\''s"\}'$/)
})

test('passwords, secrets and tokens in bodies are blanked out, whatever they contain', () => {
  const body = JSON.stringify({
    auth: { identity: { password: { user: { name: 'a', password: 'p"w\\' } }, token: { id: 'tok' } } },
    server: { adminPass: 'x' },
    application_credential: { secret: 's3' },
  })
  const shown = withoutSecrets(body)
  assert.deepEqual(JSON.parse(shown), {
    auth: { identity: { password: { user: { name: 'a', password: '***' } }, token: { id: '***' } } },
    server: { adminPass: '***' },
    application_credential: { secret: '***' },
  })
})

test('an issued token is hashed in the reply', () => {
  assert.equal(
    replyLine(201, { 'x-subject-token': 'the-token', vary: 'X-Auth-Token' }),
    `RESP: [201] x-subject-token: {SHA256}${digest} vary: X-Auth-Token`,
  )
})

test('the keys of transfers, secrets, credentials and temporary URLs are masked as well', () => {
  const members = { auth_key: 'k', payload: 'p', blob: '{"totp":"x"}', data: { auth_password: 'c' } }
  assert.equal(
    withoutSecrets(JSON.stringify(members)),
    '{"auth_key":"***","payload":"***","blob":"***","data":{"auth_password":"***"}}',
  )
  assert.equal(
    withoutSecrets('oauth_token=id&oauth_token_secret=s&x=1'),
    'oauth_token=id&oauth_token_secret=***&x=1',
  )
  const headers = { 'X-Account-Meta-Temp-URL-Key': 'sesame', 'X-Container-Sync-Key': 'open' }
  assert.doesNotMatch(curlLine('POST', 'http://cloud/x', headers, undefined), /sesame|open/)
  const text = { 'Content-Type': 'application/json', 'content-type': 'text/plain' }
  assert.match(curlLine('PUT', 'http://cloud/secrets/1', text, 'the payload'), / -d '\*\*\*'$/)
})
