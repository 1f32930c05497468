import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { door } from '@nimbo/testkit/client'
import { passwordOf } from '@nimbo/testkit/join-project'
import { startTestCloud, type TestCloud } from '@nimbo/testkit/start-test-cloud'

const byPassword = (name: string) => ({
  methods: ['password'],
  password: { user: { name, password: passwordOf(name), domain: { id: 'default' } } },
})

const login = (cloud: TestCloud, identity: object, scope?: object) =>
  door(`${cloud.url}/identity`, 'identity', undefined).post('/v3/auth/tokens', {
    auth: { identity, ...(scope === undefined ? {} : { scope }) },
  })

const identityBy = (cloud: TestCloud, reply: { readonly headers: Headers }) =>
  door(`${cloud.url}/identity`, 'identity', reply.headers.get('x-subject-token') ?? '')

// With a delegated token one could create things that outlive the delegation.
describe('a delegated token', () => {
  it('of a trust can neither create nor list application credentials of the trustor', async () => {
    await using cloud = await startTestCloud({ hosts: 0 })
    const [ada, bob] = [await cloud.person('ada'), await cloud.person('bob')]
    const made = await ada.identity.post('/v3/OS-TRUST/trusts', {
      trust: {
        ...{ trustor_user_id: ada.userId, trustee_user_id: bob.userId, project_id: ada.projectId },
        ...{ impersonation: true, roles: [{ name: 'member' }] },
      },
    })
    assert.equal(made.status, 201)
    const trusted = await login(cloud, byPassword('bob'), { 'OS-TRUST:trust': { id: made.body.trust.id } })
    assert.equal(trusted.status, 201)
    const identity = identityBy(cloud, trusted)
    const path = `/v3/users/${ada.userId}/application_credentials`
    const refused = await identity.post(path, { application_credential: { name: 'for-ever' } })
    assert.equal(refused.status, 403)
    assert.match(refused.body.error.message, /a token issued via delegation/)
    for (const other of [path, `/v3/users/${ada.userId}/access_rules`])
      assert.equal((await identity.get(other)).status, 403, other)
    assert.equal((await identity.get(`/v3/OS-TRUST/trusts/${made.body.trust.id}`)).status, 200)
  })

  it('of an application credential cannot list trusts, even if it is unrestricted', async () => {
    await using cloud = await startTestCloud({ hosts: 0 })
    const ada = await cloud.person('ada')
    const path = `/v3/users/${ada.userId}/application_credentials`
    const { body } = await ada.identity.post(path, {
      application_credential: { name: 'free', unrestricted: true },
    })
    const { id, secret } = body.application_credential
    const methods = ['application_credential']
    const first = await login(cloud, { methods, application_credential: { id, secret } })
    const identity = identityBy(cloud, first)
    const trusts = await identity.get(`/v3/OS-TRUST/trusts?trustor_user_id=${ada.userId}`)
    assert.equal(trusts.status, 403)
    assert.equal((await identity.get(path)).status, 200)
  })
})
