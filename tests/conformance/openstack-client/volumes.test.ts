import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { clientEnvironment } from '@nimbo/testkit/client-environment'
import { inEachShape } from '@nimbo/testkit/in-each-shape'
import { makeFlavor } from '@nimbo/testkit/make-flavor'
import { makeImage } from '@nimbo/testkit/make-image'
import { showVolume, volumeInStatus } from '@nimbo/testkit/make-volume'
import {
  type OpenstackClient,
  openstackClient,
  openstackClientMissing,
} from '@nimbo/testkit/openstack-client'
import { bootServer, serverInStatus } from '@nimbo/testkit/servers'

inEachShape('openstack volume', { skip: openstackClientMissing }, (cloud) => {
  let openstack: OpenstackClient
  let serverId = ''
  let volumeId = ''
  before(async () => {
    openstack = openstackClient(await clientEnvironment(cloud()))
    const imageRef = await makeImage(cloud().admin)
    const flavorRef = await makeFlavor(cloud().admin)
    serverId = await bootServer(cloud().admin, { name: 'web', imageRef, flavorRef })
    await serverInStatus(cloud().admin, serverId, 'ACTIVE')
  })

  it('creates a volume', async () => {
    const volume = await openstack.json('volume', 'create', '--size', '1', 'data')
    volumeId = volume.id
    assert.equal(volume.size, 1)
    await volumeInStatus(cloud().admin, volumeId, 'available')
  })

  it('adds it to a server', async () => {
    await openstack.run('server', 'add', 'volume', 'web', 'data')
    const volume = await volumeInStatus(cloud().admin, volumeId, 'in-use')
    assert.deepEqual(
      volume.attachments.map((attachment) => attachment.server_id),
      [serverId],
    )
    assert.match(volume.attachments[0]?.device ?? '', /^\/dev\/vd[a-z]$/)
  })

  it('removes it from the server', async () => {
    await openstack.run('server', 'remove', 'volume', 'web', 'data')
    await volumeInStatus(cloud().admin, volumeId, 'available')
    assert.deepEqual((await showVolume(cloud().admin, volumeId)).attachments, [])
  })

  it('deletes it', async () => {
    await openstack.run('volume', 'delete', 'data')
    await cloud().inTheEnd(async () => {
      const { volume, projectId } = cloud().admin
      assert.equal((await volume.get(`/v3/${projectId}/volumes/${volumeId}`)).status, 404)
    })
  })
})
