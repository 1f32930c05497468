import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import {
  type OpenstackClient,
  openstackClient,
  openstackClientMissing,
} from '@nimbo/testkit/openstack-client'
import { clientEnvironment } from '@nimbo/testkit/client-environment'
import { startTestCloud, type TestCloud } from '@nimbo/testkit/start-test-cloud'

// About one process: the certificates of many are their operator's.
describe('openstack against a cloud that speaks TLS', { skip: openstackClientMissing }, () => {
  let cloud: TestCloud
  let openstack: OpenstackClient
  let authority: string
  before(async () => {
    cloud = await startTestCloud({ tls: true })
    const { cacert = '', ...access } = cloud.access
    authority = cacert
    openstack = openstackClient(await clientEnvironment({ access, directory: cloud.directory }))
  })
  after(() => cloud?.[Symbol.asyncDispose]())

  it('trusts it by --os-cacert', async () => {
    const token = await openstack.json('--os-cacert', authority, 'token', 'issue')
    assert.equal(token.user_id, cloud.admin.userId)
    const made = await openstack.json('--os-cacert', authority, 'flavor', 'create', 'small')
    assert.equal(made.name, 'small')
  })

  it('trusts it by the clouds.yaml that the cloud writes', async () => {
    const { access, directory } = cloud
    const told = openstackClient(await clientEnvironment({ access, directory }))
    assert.equal((await told.json('token', 'issue')).user_id, cloud.admin.userId)
  })

  it('does not trust it by itself', async () => {
    const { cacert: _left, ...access } = cloud.access
    const stranger = openstackClient(await clientEnvironment({ access, directory: cloud.directory }))
    await assert.rejects(
      stranger.run('token', 'issue'),
      /CERTIFICATE_VERIFY_FAILED|certificate verify failed/i,
    )
  })
})
