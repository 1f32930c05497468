import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { type Reply, startIdentityStory } from '../../../test/identity-story.ts'
import { scopedKey } from './signatures.ts'

type Story = Awaited<ReturnType<typeof startIdentityStory>>
type Member = Awaited<ReturnType<Story['member']>>

const message = ({ status, body }: Reply) => [status, body.error?.message]

const newKey = async (story: Story, { user, project, token }: Member) => {
  const json = { tenant_id: project.id }
  const made = await story.send('POST', `/v3/users/${user.id}/credentials/OS-EC2`, { token, json })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  return made.body.credential
}

/** A request signed with AWS Signature Version 2. */
const versionTwo = (
  { access, secret }: { access: string; secret: string },
  at: number,
  host = 'cloud.test:8773',
) => {
  const params = {
    Action: 'DescribeInstances',
    SignatureMethod: 'HmacSHA256',
    SignatureVersion: '2',
    Timestamp: new Date(at).toISOString(),
  }
  const query = Object.entries(params)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&')
  const signed = `GET\n${host}\n/services/Cloud\n${query}`
  const signature = createHmac('sha256', secret).update(signed).digest('base64')
  return { access, signature, host: 'cloud.test:8773', verb: 'GET', path: '/services/Cloud', params }
}

const ask = (story: Story, path: string, credentials: object) =>
  story.send('POST', path, { token: story.admin, json: { credentials } })

test('a user creates, lists and deletes their own EC2 keys, which other users cannot reach', async () => {
  await using story = await startIdentityStory()
  const [ann, bob] = [await story.member('ann'), await story.member('bob')]
  const key = await newKey(story, ann)
  const keys = `/v3/users/${ann.user.id}/credentials/OS-EC2`
  assert.deepEqual([key.user_id, key.tenant_id, key.trust_id], [ann.user.id, ann.project.id, null])
  assert.equal(key.links.self, `http://cloud.test/identity${keys}/${key.access}`)
  assert.deepEqual((await story.send('GET', keys, { token: ann.token })).body.credentials, [key])
  assert.deepEqual(
    (await story.send('GET', `${keys}/${key.access}`, { token: ann.token })).body.credential,
    key,
  )
  for (const [method, path] of [
    ['GET', keys],
    ['GET', `${keys}/${key.access}`],
    ['DELETE', `${keys}/${key.access}`],
  ] as const)
    assert.equal((await story.send(method, path, { token: bob.token })).status, 403)
  const elsewhere = `/v3/users/${bob.user.id}/credentials/OS-EC2/${key.access}`
  assert.equal((await story.send('GET', elsewhere, { token: bob.token })).status, 404)
  assert.equal((await story.send('DELETE', `${keys}/${key.access}`, { token: ann.token })).status, 204)
  assert.deepEqual((await story.send('GET', keys, { token: ann.token })).body.credentials, [])
})

test('a request signed with an EC2 key gets a token for its user and project, with or without the port signed', async () => {
  await using story = await startIdentityStory()
  const ann = await story.member('ann')
  const key = await newKey(story, ann)
  for (const host of ['cloud.test:8773', 'cloud.test']) {
    const reply = await ask(story, '/v3/ec2tokens', versionTwo(key, Date.now(), host))
    assert.equal(reply.status, 200, JSON.stringify(reply.body))
    const { token } = reply.body
    assert.deepEqual(
      [token.user.id, token.project.id, token.methods],
      [ann.user.id, ann.project.id, ['ec2credential']],
    )
    assert.deepEqual(await story.rolesAtNeighbour(reply.headers['x-subject-token'] ?? ''), [
      'member',
      'reader',
    ])
    const again = { methods: ['token'], token: { id: reply.headers['x-subject-token'] } }
    const { status } = await story.send('POST', '/v3/auth/tokens', { json: { auth: { identity: again } } })
    assert.equal(status, 403, 'a token from an EC2 key cannot be exchanged for another')
  }
})

test('ec2tokens refuses wrong, expired and missing signatures, and callers that are not services', async () => {
  await using story = await startIdentityStory()
  const ann = await story.member('ann')
  const key = await newKey(story, ann)
  const right = versionTwo(key, Date.now())
  const refused = async (credentials: object) => message(await ask(story, '/v3/ec2tokens', credentials))
  assert.deepEqual(await refused({ ...right, path: '/other' }), [401, 'Invalid EC2 signature.'])
  assert.deepEqual(await refused({ ...right, signature: undefined }), [401, 'EC2 signature not supplied.'])
  assert.deepEqual(await refused({ ...right, access: 'nobody' }), [401, 'EC2 access key not found.'])
  assert.deepEqual(await refused({}), [401, 'EC2 Signature not supplied'])
  assert.deepEqual(await refused(versionTwo(key, Date.now() - 16 * 60_000)), [401, 'Credential is expired'])
  const json = { credentials: right }
  assert.equal((await story.send('POST', '/v3/ec2tokens', { token: ann.token, json })).status, 403)
  assert.equal((await story.send('POST', '/v3/ec2tokens', { json })).status, 401)
  await story.asAdmin('PATCH', `/v3/users/${ann.user.id}`, { user: { enabled: false } })
  assert.equal((await ask(story, '/v3/ec2tokens', right)).status, 401)
})

test('s3tokens accepts signatures of versions 2 and 4 and tells their project, without issuing a token', async () => {
  await using story = await startIdentityStory()
  const ann = await story.member('ann')
  const { access, secret } = await newKey(story, ann)
  const old = Buffer.from('GET\n\n\nSun, 22 Nov 2026 12:00:00 +0000\n/bucket/object')
  const scope = '20261122/us-east-1/s3/aws4_request'
  const now = Buffer.from(`AWS4-HMAC-SHA256\n20261122T120000Z\n${scope}\n${'0'.repeat(64)}`)
  const signatures = [
    [old, createHmac('sha1', secret).update(old).digest('base64')],
    [
      now,
      createHmac('sha256', scopedKey(secret, scope.split('/')))
        .update(now)
        .digest('hex'),
    ],
  ] as const
  for (const [text, signature] of signatures) {
    const token = text.toString('base64url')
    const reply = await ask(story, '/v3/s3tokens', { access, token, signature })
    assert.equal(reply.status, 200, JSON.stringify(reply.body))
    assert.equal(reply.body.token.project.id, ann.project.id)
    assert.equal(reply.headers['x-subject-token'], undefined)
    const forged = await ask(story, '/v3/s3tokens', { access, token, signature: 'x' })
    assert.deepEqual(message(forged), [401, 'Credential signature mismatch'])
  }
})

test('an EC2 key created with a token of a trust gives tokens of that trust until it is deleted', async () => {
  await using story = await startIdentityStory()
  const [ann, bob] = [await story.member('ann'), await story.member('bob')]
  const trusted = {
    trustor_user_id: ann.user.id,
    trustee_user_id: bob.user.id,
    project_id: ann.project.id,
    impersonation: true,
    roles: [{ name: 'member' }],
  }
  const { trust } = (
    await story.send('POST', '/v3/OS-TRUST/trusts', { token: ann.token, json: { trust: trusted } })
  ).body
  const password = { user: { id: bob.user.id, password: 'pw' } }
  const login = await story.send('POST', '/v3/auth/tokens', {
    json: {
      auth: { identity: { methods: ['password'], password }, scope: { 'OS-TRUST:trust': { id: trust.id } } },
    },
  })
  const token = login.headers['x-subject-token'] ?? ''
  const key = await newKey(story, { ...ann, token })
  assert.equal(key.trust_id, trust.id)
  const reply = await ask(story, '/v3/ec2tokens', versionTwo(key, Date.now()))
  assert.equal(reply.body.token['OS-TRUST:trust'].id, trust.id)
  assert.deepEqual(
    reply.body.token.roles.map(({ name }: { name: string }) => name),
    ['member', 'reader'],
  )
  await story.send('DELETE', `/v3/OS-TRUST/trusts/${trust.id}`, { token: ann.token })
  assert.equal((await ask(story, '/v3/ec2tokens', versionTwo(key, Date.now()))).status, 401)
})

test('an EC2 key of an application credential stays one, also if its type is changed and changed back', async () => {
  await using story = await startIdentityStory()
  const ann = await story.member('ann', 'manager')
  const { body } = await story.send('POST', `/v3/users/${ann.user.id}/application_credentials`, {
    token: ann.token,
    json: { application_credential: { name: 'ci', unrestricted: true, roles: [{ name: 'member' }] } },
  })
  const { id, secret } = body.application_credential
  const identity = { methods: ['application_credential'], application_credential: { id, secret } }
  const login = await story.send('POST', '/v3/auth/tokens', { json: { auth: { identity } } })
  const token = login.headers['x-subject-token'] ?? ''
  const key = await newKey(story, { ...ann, token })
  const { credentials } = (await story.send('GET', '/v3/credentials', { token })).body
  const path = `/v3/credentials/${credentials[0].id}`
  const unbound = JSON.stringify({ access: key.access, secret: key.secret })
  for (const credential of [{ type: 'cert', blob: unbound }, { type: 'ec2' }]) {
    const changed = await story.send('PATCH', path, { token, json: { credential } })
    assert.equal(changed.status, 200, JSON.stringify(changed.body))
  }
  const reply = await ask(story, '/v3/ec2tokens', versionTwo(key, Date.now()))
  const { application_credential: bound, roles } = reply.body.token
  assert.equal(bound?.id, id)
  assert.ok(!roles.some(({ name }: { name: string }) => name === 'manager'))
})
