import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import type { Client } from '@nimbo/testkit/client'
import { eventually } from '@nimbo/testing/eventually'
import { inEachShape } from '@nimbo/testkit/in-each-shape'
import { makeFlavor } from '@nimbo/testkit/make-flavor'
import { makeImage } from '@nimbo/testkit/make-image'
import { type MadeNetwork, makeNetwork } from '@nimbo/testkit/make-network'
import { makeVolume, showVolume, volumeInStatus } from '@nimbo/testkit/make-volume'
import { assertNothingLeft, partsOf } from '@nimbo/testkit/server-parts'
import { act, bootServer, serverGone, serverInStatus } from '@nimbo/testkit/servers'

inEachShape('a server from its creation to its deletion', {}, (cloud) => {
  let ada: Client
  let network: MadeNetwork
  let volumeId = ''
  let id = ''
  before(async () => {
    ada = await cloud().person('ada')
    network = await makeNetwork(ada)
  })

  it('becomes ACTIVE with an address of its network', async () => {
    const flavorRef = await makeFlavor(cloud().admin, { vcpus: 2, ram: 128, disk: 1 })
    const imageRef = await makeImage(ada)
    id = await bootServer(ada, { imageRef, flavorRef, networks: [{ uuid: network.id }] })
    const server = await serverInStatus(ada, id, 'ACTIVE')
    assert.equal(server['OS-EXT-STS:power_state'], 1)
    assert.equal(server['OS-EXT-STS:vm_state'], 'active')
    const [address, ...others] = server.addresses.private ?? []
    assert.deepEqual(others, [])
    assert.match(address?.addr ?? '', /^10\.20\.0\.\d+$/)
  })

  it('has allocations of what its flavor says, on one resource provider', async () => {
    const { allocations } = await partsOf(cloud(), id)
    assert.deepEqual(
      Object.values(allocations).map(({ resources }) => resources),
      [{ VCPU: 2, MEMORY_MB: 128, DISK_GB: 1 }],
    )
  })

  it('has a port that is ACTIVE and bound to its host', async () => {
    const { body } = await cloud().admin.compute.get(`/servers/${id}`)
    await cloud().inTheEnd(async () => {
      const { ports } = await partsOf(cloud(), id)
      assert.deepEqual(
        ports.map((port) => [port.status, port['binding:host_id']]),
        [['ACTIVE', body.server['OS-EXT-SRV-ATTR:host']]],
      )
    })
  })

  it('stops, starts and reboots when asked', async () => {
    await act(ada, id, { 'os-stop': null })
    await serverInStatus(ada, id, 'SHUTOFF')
    await act(ada, id, { 'os-start': null })
    await serverInStatus(ada, id, 'ACTIVE')
    await act(ada, id, { reboot: { type: 'SOFT' } })
    await serverInStatus(ada, id, 'ACTIVE')
  })

  it('gets a volume attached', async () => {
    volumeId = await makeVolume(ada)
    const attached = await ada.compute.post(`/servers/${id}/os-volume_attachments`, {
      volumeAttachment: { volumeId },
    })
    assert.equal(attached.status, 202, JSON.stringify(attached.body))
    const { attachments } = await volumeInStatus(ada, volumeId, 'in-use')
    assert.deepEqual(
      attachments.map((attachment) => attachment.server_id),
      [id],
    )
    const { body } = await ada.compute.get(`/servers/${id}/os-volume_attachments`)
    assert.deepEqual(
      body.volumeAttachments.map((attachment: { volumeId: string }) => attachment.volumeId),
      [volumeId],
    )
  })

  it('gets the volume detached, which is available again', async () => {
    const detached = await ada.compute.delete(`/servers/${id}/os-volume_attachments/${volumeId}`)
    assert.equal(detached.status, 202, JSON.stringify(detached.body))
    await volumeInStatus(ada, volumeId, 'available')
    assert.deepEqual((await showVolume(ada, volumeId)).attachments, [])
    // The attachment is removed from the server last, a moment after the volume is available.
    await eventually(async () => {
      const { body } = await ada.compute.get(`/servers/${id}/os-volume_attachments`)
      assert.deepEqual(body.volumeAttachments, [])
    })
  })

  it('detaches its volume when it is deleted, and leaves nothing behind', async () => {
    const attached = await ada.compute.post(`/servers/${id}/os-volume_attachments`, {
      volumeAttachment: { volumeId },
    })
    assert.equal(attached.status, 202, JSON.stringify(attached.body))
    await volumeInStatus(ada, volumeId, 'in-use')
    assert.equal((await ada.compute.delete(`/servers/${id}`)).status, 204)
    await serverGone(ada, id)
    await cloud().inTheEnd(() => assertNothingLeft(cloud(), id))
    assert.deepEqual((await volumeInStatus(ada, volumeId, 'available')).attachments, [])
  })
})
