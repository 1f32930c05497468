import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { eventually } from '@nimbo/testing/eventually'
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

  it('adds the volume to a server', async () => {
    await openstack.run('server', 'add', 'volume', 'web', 'data')
    const volume = await volumeInStatus(cloud().admin, volumeId, 'in-use')
    assert.deepEqual(
      volume.attachments.map((attachment) => attachment.server_id),
      [serverId],
    )
    assert.match(volume.attachments[0]?.device ?? '', /^\/dev\/vd[a-z]$/)
  })

  it('removes the volume from the server', async () => {
    await openstack.run('server', 'remove', 'volume', 'web', 'data')
    await volumeInStatus(cloud().admin, volumeId, 'available')
    assert.deepEqual((await showVolume(cloud().admin, volumeId)).attachments, [])
  })

  it('manages consistency groups and their snapshots', async () => {
    const { volume: api, projectId } = cloud().admin
    const inGroup = (...words: readonly string[]) => openstack.run('consistency', 'group', ...words)
    const { id } = await openstack.json(
      'consistency',
      'group',
      'create',
      '--volume-type',
      '__DEFAULT__',
      'pair',
    )
    const group = `/v3/${projectId}/consistencygroups/${id}`
    await eventually(async () =>
      assert.equal((await api.get(group)).body.consistencygroup.status, 'available'),
    )
    const page = { size: 1, name: 'page', consistencygroup_id: id }
    const made = await api.post(`/v3/${projectId}/volumes`, { volume: page })
    await volumeInStatus(cloud().admin, made.body.volume.id, 'available')
    await inGroup('remove', 'volume', 'pair', 'page')
    await inGroup('add', 'volume', 'pair', 'page')
    assert.equal((await openstack.json('volume', 'show', 'page')).consistencygroup_id, id)
    const words = ['consistency', 'group', 'snapshot'] as const
    const taken = await openstack.json(...words, 'create', '--consistency-group', 'pair', 'moment')
    const snapshot = `/v3/${projectId}/cgsnapshots/${taken.id}`
    await eventually(async () => assert.equal((await api.get(snapshot)).body.cgsnapshot.status, 'available'))
    const [listed] = await openstack.json(...words, 'list', '--long', '--consistency-group', 'pair')
    assert.deepEqual([listed.Name, listed['ConsistencyGroup ID']], ['moment', id])
    await inGroup('snapshot', 'delete', 'moment')
    await eventually(async () => assert.equal((await api.get(snapshot)).status, 404))
    await inGroup('delete', '--force', 'pair')
    await eventually(async () => assert.equal((await api.get(group)).status, 404))
  })

  it('deletes the volume', async () => {
    await openstack.run('volume', 'delete', 'data')
    await cloud().inTheEnd(async () => {
      const { volume, projectId } = cloud().admin
      assert.equal((await volume.get(`/v3/${projectId}/volumes/${volumeId}`)).status, 404)
    })
  })
})
