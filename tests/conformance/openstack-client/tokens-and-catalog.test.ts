import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { clientEnvironment } from '@nimbo/testkit/client-environment'
import { inEachShape } from '@nimbo/testkit/in-each-shape'
import {
  type OpenstackClient,
  openstackClient,
  openstackClientMissing,
} from '@nimbo/testkit/openstack-client'

inEachShape('openstack token and catalog', { skip: openstackClientMissing }, (cloud) => {
  let openstack: OpenstackClient
  before(async () => {
    openstack = openstackClient(await clientEnvironment(cloud()))
  })

  it('issues a token that identity accepts', async () => {
    const token = await openstack.json('token', 'issue')
    assert.equal(token.project_id, cloud().admin.projectId)
    assert.equal(token.user_id, cloud().admin.userId)
    const shown = await fetch(`${cloud().access.authUrl}/projects/${token.project_id}`, {
      headers: { 'x-auth-token': token.id },
    })
    assert.equal(shown.status, 200)
  })

  it('lists every service in the catalog, and the endpoints of compute', async () => {
    const catalog: { Name: string; Type: string; Endpoints: { interface: string; url: string }[] }[] =
      await openstack.json('catalog', 'list')
    assert.deepEqual(catalog.map(({ Type }) => Type).sort(), [
      'alarming',
      'block-storage',
      'compute',
      'identity',
      'image',
      'key-manager',
      'metering',
      'metric',
      'network',
      'object-store',
      'orchestration',
      'placement',
      's3',
      'volumev3',
    ])
    const compute = catalog.find(({ Type }) => Type === 'compute')
    assert.deepEqual(compute?.Endpoints.map((endpoint) => endpoint.interface).sort(), [
      'admin',
      'internal',
      'public',
    ])
    assert.ok(compute.Endpoints.every(({ url }) => url === cloud().admin.compute.url))
  })
})
