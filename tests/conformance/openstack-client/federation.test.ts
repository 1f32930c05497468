import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import {
  type OpenstackClient,
  openstackClient,
  openstackClientMissing,
} from '@nimbo/testkit/openstack-client'
import { clientEnvironment } from '@nimbo/testkit/client-environment'
import { startTestCloud, type TestCloud } from '@nimbo/testkit/start-test-cloud'
import { startOpenidProvider } from '../../../services/identity/test/openid-provider.ts'

const federation = '/v3/OS-FEDERATION'

// In one shape only, because identity is the same in every shape.
describe('openstack for a user of an OpenID provider', { skip: openstackClientMissing }, () => {
  let cloud: TestCloud
  let openstack: OpenstackClient
  let provider: Awaited<ReturnType<typeof startOpenidProvider>>
  const ids = { project: '', group: '' }
  before(async () => {
    provider = await startOpenidProvider(['https://cloud.example/unused'])
    cloud = await startTestCloud({
      environment: {
        OS_OPENID__PROVIDER_METADATA_URL: `${provider.issuer}/.well-known/openid-configuration`,
        OS_OPENID__PUBLIC_URL: 'https://cloud.example/identity',
        OS_OPENID__CLIENT_ID: provider.client.id,
        OS_OPENID__CLIENT_SECRET: provider.client.secret,
      },
    })
    const { access, directory, admin } = cloud
    openstack = openstackClient(await clientEnvironment({ access, directory }))
    const { identity } = admin
    ids.group = (await identity.post('/v3/groups', { group: { name: 'developers' } })).body.group.id
    ids.project = (await identity.post('/v3/projects', { project: { name: 'web' } })).body.project.id
    const { body } = await identity.get('/v3/roles?name=member')
    await identity.put(`/v3/projects/${ids.project}/groups/${ids.group}/roles/${body.roles[0].id}`)
    await identity.put(`${federation}/identity_providers/acme`, {
      identity_provider: { remote_ids: [provider.issuer], enabled: true },
    })
    const remote = [{ type: 'HTTP_OIDC_SUB' }]
    const rules = [{ local: [{ user: { name: '{0}' } }, { group: { id: ids.group } }], remote }]
    await identity.put(`${federation}/mappings/people`, { mapping: { rules } })
    await identity.put(`${federation}/identity_providers/acme/protocols/openid`, {
      protocol: { mapping_id: 'people' },
    })
  })
  after(async () => {
    await cloud?.[Symbol.asyncDispose]()
    await provider?.[Symbol.asyncDispose]()
  })

  const signedInAs = (name: string, password: string) => [
    ...['--os-cloud', '', '--os-auth-type', 'v3oidcpassword', '--os-auth-url', cloud.access.authUrl],
    ...['--os-identity-provider', 'acme', '--os-protocol', 'openid'],
    ...['--os-discovery-endpoint', `${provider.issuer}/.well-known/openid-configuration`],
    ...['--os-client-id', provider.client.id, '--os-client-secret', provider.client.secret],
    ...['--os-openid-scope', 'openid profile email', '--os-username', name, '--os-password', password],
    ...['--os-project-id', ids.project],
  ]

  it('gets a token for a project by --os-auth-type v3oidcpassword', async () => {
    const token = await openstack.json(...signedInAs('ann', 'ann-secret'), 'token', 'issue')
    assert.equal(token.project_id, ids.project)
    const servers = await openstack.json(...signedInAs('ann', 'ann-secret'), 'server', 'list')
    assert.deepEqual(servers, [])
  })

  it('gets no token with a wrong password', async () => {
    await assert.rejects(openstack.run(...signedInAs('ann', 'guessed'), 'token', 'issue'))
  })
})
