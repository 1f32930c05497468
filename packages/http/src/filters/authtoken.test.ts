import assert from 'node:assert/strict'
import { test } from 'node:test'
import { recordingTracer, requestOf, standingClock, whoAsks } from '../fixtures.testing.ts'
import type { HttpRequest } from '../message.ts'
import { authtoken } from './authtoken.ts'
import { httpProxyToWsgi } from './http-proxy-to-wsgi.ts'
import type { ForgetTokens } from './invalidated-tokens.ts'
import type { TokenIdentity } from './token-identity.ts'

const hourMs = 3_600_000

const setUp = ({ delayAuthDecision = false }: { delayAuthDecision?: boolean } = {}) => {
  const clock = standingClock()
  const { tracer, spans } = recordingTracer()
  const asked: string[] = []
  const forgetting: ForgetTokens[] = []
  let meanwhile = () => {}
  const known: Record<string, TokenIdentity> = {
    ann: { userId: 'ann', projectId: 'web', roles: ['member'], expiresAt: clock.now() + hourMs },
    nova: { userId: 'nova', roles: ['service'], expiresAt: clock.now() + hourMs },
    old: { userId: 'old', roles: [], expiresAt: clock.now() - 1 },
  }
  const handler = authtoken({
    serviceTypes: ['compute'],
    validate: async (_, token) => {
      asked.push(token)
      const answer = known[token]
      meanwhile()
      if (token === 'broken') throw new Error('identity does not answer')
      return answer
    },
    tracer,
    clock,
    cacheMs: 300_000,
    onInvalidated: (forget) => void forgetting.push(forget),
    identityUri: 'http://cloud.test/identity',
    delayAuthDecision,
  })(whoAsks)
  const answer = async (request: HttpRequest) => {
    const reply = await handler(request)
    return { ...reply, body: JSON.parse(String(reply.body)) }
  }
  const ask = (token?: string, service?: string) => {
    const headers = {
      ...(token ? { 'x-auth-token': token } : {}),
      ...(service ? { 'x-service-token': service } : {}),
    }
    return answer(requestOf({ headers }))
  }
  return {
    ...{ clock, spans, asked, known, answer, ask },
    forget: ((tokens) => {
      for (const each of forgetting) each(tokens)
    }) satisfies ForgetTokens,
    whileAsked: (does: () => void) => {
      meanwhile = does
    },
  }
}

test('a valid token sets the user, project and roles of the context, and is passed on in it', async () => {
  const { ask } = setUp()
  const { status, body } = await ask('ann')
  assert.equal(status, 200)
  assert.deepEqual(
    [body.userId, body.projectId, body.roles, body.token, body.requestId],
    ['ann', 'web', ['member'], 'ann', 'req-1'],
  )
  assert.equal(body.expiresAt, undefined)
})

for (const token of [undefined, 'unknown', 'old'])
  test(`a request without a valid token (${token}) is 401 and says where to log in`, async () => {
    const { ask } = setUp()
    const { status, headers, body } = await ask(token)
    assert.equal(status, 401)
    assert.equal(headers['www-authenticate'], 'Keystone uri="http://cloud.test/identity"')
    assert.equal(body.error.code, 401)
  })

test('a valid token is cached for a while, then validated again', async () => {
  const { ask, asked, clock, known, spans } = setUp()
  await ask('ann')
  await ask('ann')
  assert.deepEqual(asked, ['ann'])
  assert.deepEqual(
    spans.map(({ attributes }) => attributes.cached),
    [false, true],
  )
  delete known.ann
  assert.equal((await ask('ann')).status, 200)
  clock.skip(300_001)
  assert.equal((await ask('ann')).status, 401)
})

test('a token that may have been invalidated is validated again, and others stay cached', async () => {
  const { ask, asked, clock, known, forget } = setUp()
  const bob = { userId: 'bob', userDomainId: 'east', projectId: 'db', projectDomainId: 'west', auditId: 'b1' }
  known.bob = { ...bob, roles: [], expiresAt: clock.now() + hourMs }
  const askedAgain = async () => {
    for (const token of ['ann', 'bob']) await ask(token)
    return asked.splice(0)
  }
  assert.deepEqual(await askedAgain(), ['ann', 'bob'])
  const concerned = [
    [{ userIds: ['ann', 'zoe'] }, ['ann']],
    [{ projectIds: ['db'] }, ['bob']],
    [{ auditId: 'b1' }, ['bob']],
    [{ domainId: 'east' }, ['bob']],
    [{ domainId: 'west' }, ['bob']],
    [{ userIds: ['ann'], projectIds: ['db'] }, []],
    [{ userIds: [] }, []],
    [{}, ['ann', 'bob']],
  ] as const
  for (const [tokens, expected] of concerned) {
    forget(tokens)
    assert.deepEqual(await askedAgain(), expected, JSON.stringify(tokens))
  }
})

test('a validation is not cached if the token was invalidated meanwhile', async () => {
  const { ask, asked, known, forget, whileAsked } = setUp()
  whileAsked(() => {
    delete known.ann
    forget({ userIds: ['ann'] })
  })
  assert.equal((await ask('ann')).status, 200)
  assert.equal((await ask('ann')).status, 401)
  assert.deepEqual(asked, ['ann', 'ann'])
})

test('a token is refused once it expires, even while it is cached', async () => {
  const { ask, clock, known } = setUp()
  known.ann = { userId: 'ann', roles: [], expiresAt: clock.now() + 1000 }
  assert.equal((await ask('ann')).status, 200)
  clock.skip(1001)
  assert.equal((await ask('ann')).status, 401)
})

test('a failure to validate a token is thrown, and not cached', async () => {
  const { ask, asked } = setUp()
  await assert.rejects(ask('broken'), /identity does not answer/)
  await assert.rejects(ask('broken'), /identity does not answer/)
  assert.equal(asked.length, 2)
})

test('a service’s token beside the user’s adds its roles; an invalid one makes the request 401', async () => {
  const { ask } = setUp()
  const { body } = await ask('ann', 'nova')
  assert.deepEqual([body.userId, body.roles, body.serviceRoles], ['ann', ['member'], ['service']])
  assert.equal((await ask('ann', 'unknown')).status, 401)
})

test('with delay_auth_decision a request without a valid token goes on without an identity', async () => {
  const { ask } = setUp({ delayAuthDecision: true })
  for (const token of [undefined, 'unknown']) assert.deepEqual((await ask(token)).body, null)
  assert.equal((await ask('ann')).body.userId, 'ann')
  const { body } = await ask('ann', 'unknown')
  assert.equal(body.serviceRoles, undefined)
})

test('access rules are compared with the path of the request, whatever prefix a client claims that a proxy took off', async () => {
  const { answer, known, clock } = setUp()
  const rule = { service: 'compute', method: 'GET', path: '/v2.1/flavors/**' }
  known.reader = { userId: 'ann', roles: [], expiresAt: clock.now() + hourMs, accessRules: [rule] }
  const ask = (path: string, prefix: string) =>
    httpProxyToWsgi(true)(async (request) => answer(request))(
      requestOf({
        ...{ mount: '/compute/v2.1', path },
        headers: {
          ...{ 'x-auth-token': 'reader', 'x-forwarded-proto': 'https' },
          'x-forwarded-prefix': prefix,
        },
      }),
    )
  assert.equal((await ask('/flavors/1', '/cloud')).status, 200)
  assert.equal((await ask('/os-keypairs', '/v2.1/flavors')).status, 401)
})
