import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import type { Client } from '@nimbo/testkit/client'
import { inEachShape } from '@nimbo/testkit/in-each-shape'
import { makeFlavor } from '@nimbo/testkit/make-flavor'
import { makeImage } from '@nimbo/testkit/make-image'
import { type MadeNetwork, makeNetwork } from '@nimbo/testkit/make-network'
import { makeVolume } from '@nimbo/testkit/make-volume'
import { bootServer, serverInStatus } from '@nimbo/testkit/servers'

inEachShape('resources of one project', { distributedByName: true }, (cloud) => {
  let ada: Client
  let eve: Client
  let network: MadeNetwork
  let [imageRef, flavorRef, serverId, volumeId] = ['', '', '', '']
  before(async () => {
    ada = await cloud().person('ada')
    eve = await cloud().person('eve')
    network = await makeNetwork(ada)
    flavorRef = await makeFlavor(cloud().admin)
    imageRef = await makeImage(ada, { properties: { visibility: 'private' } })
    volumeId = await makeVolume(ada)
    serverId = await bootServer(ada, { imageRef, flavorRef, networks: [{ uuid: network.id }] })
    await serverInStatus(ada, serverId, 'ACTIVE')
  })

  it('are not in the lists that another project gets', async () => {
    assert.deepEqual((await eve.compute.get('/servers/detail')).body.servers, [])
    assert.deepEqual((await eve.network.get('/v2.0/networks')).body.networks, [])
    assert.deepEqual((await eve.network.get('/v2.0/subnets')).body.subnets, [])
    assert.deepEqual((await eve.network.get('/v2.0/ports')).body.ports, [])
    assert.deepEqual((await eve.image.get('/v2/images')).body.images, [])
    assert.deepEqual((await eve.volume.get(`/v3/${eve.projectId}/volumes/detail`)).body.volumes, [])
    const all = await eve.compute.get('/servers/detail?all_tenants=1')
    assert.ok(all.status === 403 || all.body.servers.length === 0)
  })

  it('give 404 to a user of another project who knows their ids', async () => {
    const looks = await Promise.all([
      eve.compute.get(`/servers/${serverId}`),
      eve.compute.delete(`/servers/${serverId}`),
      eve.compute.post(`/servers/${serverId}/action`, { 'os-stop': null }),
      eve.network.get(`/v2.0/networks/${network.id}`),
      eve.network.delete(`/v2.0/networks/${network.id}`),
      eve.image.get(`/v2/images/${imageRef}`),
      eve.image.get(`/v2/images/${imageRef}/file`),
      eve.image.delete(`/v2/images/${imageRef}`),
      eve.volume.get(`/v3/${eve.projectId}/volumes/${volumeId}`),
      eve.volume.delete(`/v3/${eve.projectId}/volumes/${volumeId}`),
    ])
    assert.deepEqual(
      looks.map(({ status }) => status),
      looks.map(() => 404),
    )
    assert.equal((await ada.compute.get(`/servers/${serverId}`)).body.server.status, 'ACTIVE')
  })

  it('cannot be used by another project for its servers', async () => {
    const withImage = await eve.compute.post('/servers', {
      server: { name: 'x', imageRef, flavorRef, networks: 'none' },
    })
    assert.equal(withImage.status, 400)
    const own = await makeImage(eve)
    const onNetwork = await eve.compute.post('/servers', {
      server: { name: 'x', imageRef: own, flavorRef, networks: [{ uuid: network.id }] },
    })
    assert.equal(onNetwork.status, 400)
    assert.match(onNetwork.body.badRequest.message, new RegExp(`Network ${network.id} could not be found`))
  })

  it('cannot be listed by another project that puts the project id in the path', async () => {
    const { status } = await eve.volume.get(`/v3/${ada.projectId}/volumes/detail`)
    assert.ok(status === 400 || status === 403 || status === 404, `${status}`)
  })

  it('are seen by the admin', async () => {
    const { body } = await cloud().admin.compute.get('/servers/detail?all_tenants=1')
    assert.deepEqual(
      body.servers.map((server: { id: string }) => server.id),
      [serverId],
    )
  })
})
