import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { startIdentityStory } from '../../../test/identity-story.ts'
import { oauthSignature } from '../../domain/authentication/oauth1-signature.ts'

type Story = Awaited<ReturnType<typeof startIdentityStory>>

interface Secrets {
  readonly key: string
  readonly secret: string
  readonly token?: { readonly id: string; readonly secret: string }
  readonly verifier?: string
}

/** The `Authorization` header of a request signed by a consumer. */
const signed = (
  path: string,
  { key, secret, token, verifier }: Secrets,
  at = Math.floor(Date.now() / 1000),
): string => {
  const parameters = new Map([
    ['oauth_consumer_key', key],
    ['oauth_signature_method', 'HMAC-SHA1'],
    ['oauth_timestamp', String(at)],
    ['oauth_nonce', 'once'],
    ...(token ? ([['oauth_token', token.id]] as const) : []),
    ...(verifier ? ([['oauth_verifier', verifier]] as const) : []),
  ])
  const call = { method: 'POST', url: `http://cloud.test/identity${path}`, query: new URLSearchParams() }
  const secrets = { consumer: secret, ...(token ? { token: token.secret } : {}) }
  const signature = oauthSignature({ ...call, authorization: '' }, parameters, secrets) ?? ''
  const all = [...parameters, ['oauth_signature', signature] as const]
  return `OAuth ${all.map(([name, value]) => `${name}="${encodeURIComponent(value)}"`).join(', ')}`
}

const requestPath = '/v3/OS-OAUTH1/request_token'
const accessPath = '/v3/OS-OAUTH1/access_token'

const post = (story: Story, path: string, secrets: Secrets, headers: Record<string, string> = {}) =>
  story.send('POST', path, { headers: { authorization: signed(path, secrets), ...headers } })

const formIn = (text: string) => {
  const form = new URLSearchParams(text)
  return { id: form.get('oauth_token') ?? '', secret: form.get('oauth_token_secret') ?? '' }
}

/** A consumer, and a user who is admin of a project. */
const begin = async (story: Story) => {
  const { consumer } = await story.asAdmin('POST', '/v3/OS-OAUTH1/consumers', {
    consumer: { description: 'a program', team: 'web' },
  })
  const { project } = await story.asAdmin('POST', '/v3/projects', { project: { name: 'web' } })
  const me = (
    await story.send('GET', '/v3/auth/tokens', {
      token: story.admin,
      headers: { 'x-subject-token': story.admin },
    })
  ).body.token.user.id
  const role = await story.roleId('member')
  await story.asAdmin('PUT', `/v3/projects/${project.id}/users/${me}/roles/${role}`)
  return { secrets: { key: consumer.id, secret: consumer.secret }, consumer, project, me, role }
}

/** The access token of a consumer that an admin authorizes for one role. */
const accessFor = async (story: Story, { secrets, project, role }: Awaited<ReturnType<typeof begin>>) => {
  const asked = await post(story, requestPath, secrets, { 'requested-project-id': project.id })
  const request = formIn(asked.body)
  const roles = [{ id: role }]
  const { token } = await story.asAdmin('PUT', `/v3/OS-OAUTH1/authorize/${request.id}`, { roles })
  const taken = await post(story, accessPath, { ...secrets, token: request, verifier: token.oauth_verifier })
  return formIn(taken.body)
}

const login = (story: Story, secrets: Secrets) =>
  story.send('POST', '/v3/auth/tokens', {
    headers: { authorization: signed('/v3/auth/tokens', secrets) },
    json: { auth: { identity: { methods: ['oauth1'], oauth1: {} } } },
  })

test('a consumer acts for a user who authorized it, with the given roles, until the access token is deleted', async () => {
  await using story = await startIdentityStory()
  const { secrets, project, me, role } = await begin(story)
  const asked = await post(story, requestPath, secrets, { 'requested-project-id': project.id })
  assert.deepEqual(
    [asked.status, asked.headers['content-type']],
    [201, 'application/x-www-form-urlencoded'],
    JSON.stringify(asked.body),
  )
  const request = formIn(asked.body)
  assert.equal((await post(story, accessPath, { ...secrets, token: request, verifier: 'x' })).status, 401)

  const { token } = await story.asAdmin('PUT', `/v3/OS-OAUTH1/authorize/${request.id}`, {
    roles: [{ id: role }],
  })
  const take = { ...secrets, token: request, verifier: token.oauth_verifier }
  for (const verifier of ['wrong-on', 'wrong-öñ'])
    assert.equal((await post(story, accessPath, { ...take, verifier })).status, 401, verifier)
  const taken = await post(story, accessPath, take)
  assert.equal(taken.status, 201, JSON.stringify(taken.body))
  assert.equal((await post(story, accessPath, take)).status, 401, 'a request token can be used only once')

  const access = formIn(taken.body)
  const mine = { ...secrets, token: access }
  const acting = await login(story, mine)
  assert.equal(acting.status, 201, JSON.stringify(acting.body))
  const shown = acting.body.token
  assert.deepEqual(
    [shown.user.id, shown.project.id, shown.methods, shown['OS-OAUTH1']],
    [me, project.id, ['oauth1'], { access_token_id: access.id, consumer_id: secrets.key }],
  )
  assert.ok(shown.roles.some(({ name }: { name: string }) => name === 'member'))
  const subject = acting.headers['x-subject-token'] ?? ''
  assert.ok(await story.rolesAtNeighbour(subject))

  const path = `/v3/users/${me}/OS-OAUTH1/access_tokens`
  const { access_tokens } = await story.asAdmin('GET', path)
  assert.deepEqual(access_tokens, [(await story.asAdmin('GET', `${path}/${access.id}`)).access_token])
  assert.equal(access_tokens[0].secret, undefined)
  const { roles } = await story.asAdmin('GET', `${path}/${access.id}/roles`)
  assert.deepEqual([(await story.asAdmin('GET', `${path}/${access.id}/roles/${role}`)).role], roles)

  await story.asAdmin('DELETE', `${path}/${access.id}`)
  assert.equal(await story.rolesAtNeighbour(subject), undefined)
  assert.equal((await login(story, mine)).status, 401)
})

test('OAuth 1 requests with a wrong signature, an old timestamp or the wrong kind of token are refused', async () => {
  await using story = await startIdentityStory()
  const { secrets, project } = await begin(story)
  const header = { 'requested-project-id': project.id }
  assert.equal((await post(story, requestPath, { ...secrets, secret: 'guessed' }, header)).status, 401)
  assert.equal((await post(story, requestPath, { ...secrets, key: 'nobody' }, header)).status, 404)
  assert.equal((await post(story, requestPath, secrets)).status, 400)
  assert.equal((await story.send('POST', requestPath, { headers: header })).status, 400)
  const old = signed(requestPath, secrets, Math.floor(Date.now() / 1000) - 3600)
  assert.equal(
    (await story.send('POST', requestPath, { headers: { ...header, authorization: old } })).status,
    401,
  )
  const request = formIn((await post(story, requestPath, secrets, header)).body)
  const wrongRole = { roles: [{ name: 'nobody has this' }] }
  const json = { token: story.admin, json: wrongRole }
  assert.equal((await story.send('PUT', `/v3/OS-OAUTH1/authorize/${request.id}`, json)).status, 401)
  assert.equal((await login(story, { ...secrets, token: request })).status, 401)
})

test('an EC2 key that a consumer creates has only the authorized roles, and ends with the access token', async () => {
  await using story = await startIdentityStory()
  const authorized = await begin(story)
  const { secrets, project, me } = authorized
  await story.asAdmin('PUT', `/v3/projects/${project.id}/users/${me}/roles/${await story.roleId('manager')}`)
  const access = await accessFor(story, authorized)
  const acting = await login(story, { ...secrets, token: access })
  const made = await story.send('POST', `/v3/users/${me}/credentials/OS-EC2`, {
    token: acting.headers['x-subject-token'],
    json: { tenant_id: project.id },
  })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  const key = made.body.credential
  const text = Buffer.from('GET\n\n\n\n/bucket')
  const signature = createHmac('sha1', key.secret).update(text).digest('base64')
  const credentials = { access: key.access, token: text.toString('base64url'), signature }
  const use = () => story.send('POST', '/v3/s3tokens', { token: story.admin, json: { credentials } })
  assert.deepEqual(
    (await use()).body.token.roles.map(({ name }: { name: string }) => name),
    ['member', 'reader'],
  )
  await story.asAdmin('DELETE', `/v3/users/${me}/OS-OAUTH1/access_tokens/${access.id}`)
  assert.equal((await use()).status, 401)
})

test('operators manage OAuth 1 consumers, whose secret is shown only at creation', async () => {
  await using story = await startIdentityStory()
  const { consumer } = await begin(story)
  assert.deepEqual([consumer.team, consumer.secret.length], ['web', 32])
  const path = `/v3/OS-OAUTH1/consumers/${consumer.id}`
  const change = { consumer: { description: 'new' } }
  const changed = (await story.asAdmin('PATCH', path, change)).consumer
  assert.deepEqual([changed.description, changed.team, changed.secret], ['new', 'web', undefined])
  const secret = { token: story.admin, json: { consumer: { secret: 'mine' } } }
  assert.equal((await story.send('PATCH', path, secret)).status, 400)
  assert.deepEqual((await story.asAdmin('GET', '/v3/OS-OAUTH1/consumers')).consumers, [changed])
  const { token } = await story.member('ann')
  assert.equal((await story.send('GET', path, { token })).status, 403)
  await story.asAdmin('DELETE', path)
  assert.equal((await story.send('GET', path, { token: story.admin })).status, 404)
})
