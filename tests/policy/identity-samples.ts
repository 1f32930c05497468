import assert from 'node:assert/strict'
import type { Client } from '@nimbo/testkit/client'
import { makeOauthSamples } from './oauth-samples.ts'
import type { Samples } from './sampled.ts'

/** Makes one of each kind of resource of the identity service, or takes the first that every cloud has. */
export const makeIdentitySamples = async (owner: Client, admin: Client): Promise<Samples> => {
  const { userId, projectId } = owner
  const first = async (kind: string) => (await admin.identity.get(`/v3/${kind}`)).body[kind][0]
  const own = await owner.identity.post(`/v3/users/${userId}/application_credentials`, {
    application_credential: {
      name: 'sample',
      access_rules: [{ service: 'compute', method: 'GET', path: '/**' }],
    },
  })
  assert.equal(own.status, 201)
  const { group } = (await admin.identity.post('/v3/groups', { group: { name: 'sample' } })).body
  await admin.identity.put(`/v3/groups/${group.id}/users/${userId}`)
  const named = async (name: string) => (await admin.identity.get(`/v3/roles?name=${name}`)).body.roles[0]
  const user = (await admin.identity.get(`/v3/users/${userId}`)).body.user
  const { project } = (await admin.identity.get(`/v3/projects/${projectId}`)).body
  const { domain } = (await admin.identity.get(`/v3/domains/${project.domain_id}`)).body
  const [role, implied] = [await named('member'), await named('reader')]
  const credential = own.body.application_credential
  const secret = await owner.identity.post('/v3/credentials', {
    credential: { user_id: userId, type: 'sample', blob: 'sample', project_id: projectId },
  })
  const key = await owner.identity.post(`/v3/users/${userId}/credentials/OS-EC2`, { tenant_id: projectId })
  const trusted = await owner.identity.post('/v3/OS-TRUST/trusts', {
    trust: {
      trustor_user_id: userId,
      trustee_user_id: userId,
      project_id: projectId,
      impersonation: false,
      roles: [{ name: 'reader' }],
    },
  })
  for (const made of [secret, key, trusted]) assert.equal(made.status, 201, JSON.stringify(made.body))
  const limited = { service_id: (await first('services')).id, resource_name: 'sample' }
  const registered = await admin.identity.post('/v3/registered_limits', {
    registered_limits: [{ ...limited, default_limit: 2 }],
  })
  const limits = await admin.identity.post('/v3/limits', {
    limits: [{ ...limited, project_id: projectId, resource_limit: 1 }],
  })
  const { policy } = (
    await admin.identity.post('/v3/policies', { policy: { type: 'sample', blob: 'sample' } })
  ).body
  const { endpoint_group } = (
    await admin.identity.post('/v3/OS-EP-FILTER/endpoint_groups', {
      endpoint_group: { name: 'sample', filters: {} },
    })
  ).body
  const federation = '/v3/OS-FEDERATION'
  const remote = [{ type: 'SAMPLE' }]
  for (const [path, body] of [
    ['identity_providers/sample', { identity_provider: {} }],
    ['mappings/sample', { mapping: { rules: [{ local: [{ user: { name: '{0}' } }], remote }] } }],
    ['identity_providers/sample/protocols/sample', { protocol: { mapping_id: 'sample' } }],
    [
      'service_providers/sample',
      { service_provider: { auth_url: 'https://sample/v3/auth', sp_url: 'https://sample/saml' } },
    ],
  ] as const)
    assert.equal((await admin.identity.put(`${federation}/${path}`, body)).status, 201, path)
  const ownCredential = { user_id: userId, project_id: projectId }
  const grants = { target: { user, group, project, domain } }
  return {
    params: {
      user_id: userId,
      group_id: group.id,
      domain_id: domain.id,
      role_id: role.id,
      prior_role_id: role.id,
      implies_role_id: implied.id,
      application_credential_id: credential.id,
      access_rule_id: credential.access_rules[0].id,
      credential_id: secret.body.credential.id,
      access_id: key.body.credential.access,
      trust_id: trusted.body.trust.id,
      registered_limit_id: registered.body.registered_limits[0].id,
      limit_id: limits.body.limits[0].id,
      'identity.policy_id': policy.id,
      idp_id: 'sample',
      mapping_id: 'sample',
      protocol_id: 'sample',
      service_provider_id: 'sample',
      ...(await makeOauthSamples(owner, admin)),
      endpoint_group_id: endpoint_group.id,
      region_id: (await first('regions')).id,
      service_id: (await first('services')).id,
      endpoint_id: (await first('endpoints')).id,
    },
    facts: {
      token: { target: { token: { user_id: userId } } },
      user: { user_id: userId, target: { user } },
      group: { target: { group } },
      membership: { target: { group, user } },
      project: { target: { project } },
      domain: { target: { domain } },
      role: { target: { role } },
      grants,
      grant: { target: { ...grants.target, role } },
      application_credential: { user_id: userId },
      credential: { target: { credential: ownCredential } },
      ec2_credential: { target: { credential: ownCredential } },
      limit: { target: { limit: { project_id: projectId, project } } },
      trust: { target: { trust: trusted.body.trust } },
      access_rule: { user_id: userId, target: { user } },
    },
    hidden: [],
    headers: { 'x-subject-token': owner.token },
  }
}
