import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import {
  type OpenstackClient,
  openstackClient,
  openstackClientMissing,
} from '@nimbo/testkit/openstack-client'
import { clientEnvironment } from '@nimbo/testkit/client-environment'
import { startTestCloud, type TestCloud } from '@nimbo/testkit/start-test-cloud'

// In one process only: the certificates of a cloud of many are made by its operator.
describe('openstack with a cloud that serves HTTPS', { skip: openstackClientMissing }, () => {
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

  it('trusts the cloud by --os-cacert', async () => {
    const token = await openstack.json('--os-cacert', authority, 'token', 'issue')
    assert.equal(token.user_id, cloud.admin.userId)
    const made = await openstack.json('--os-cacert', authority, 'flavor', 'create', 'small')
    assert.equal(made.name, 'small')
  })

  it('trusts the cloud by the clouds.yaml that the cloud writes', async () => {
    const { access, directory } = cloud
    const told = openstackClient(await clientEnvironment({ access, directory }))
    assert.equal((await told.json('token', 'issue')).user_id, cloud.admin.userId)
  })

  it('does not trust the cloud without its certificate authority', async () => {
    const { cacert: _left, ...access } = cloud.access
    const stranger = openstackClient(await clientEnvironment({ access, directory: cloud.directory }))
    await assert.rejects(
      stranger.run('token', 'issue'),
      /CERTIFICATE_VERIFY_FAILED|certificate verify failed/i,
    )
  })
})
