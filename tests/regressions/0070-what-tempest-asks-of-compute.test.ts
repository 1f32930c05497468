import assert from 'node:assert/strict'
import { once } from 'node:events'
import { describe, it } from 'node:test'
import type { Client } from '@nimbo/testkit/client'
import { makeFlavor } from '@nimbo/testkit/make-flavor'
import { makeImage } from '@nimbo/testkit/make-image'
import { makeVolume, volumeInStatus } from '@nimbo/testkit/make-volume'
import { bootServer, serverInStatus } from '@nimbo/testkit/servers'
import { startTestCloud, type TestCloud } from '@nimbo/testkit/start-test-cloud'

/** Paths as a script asks for them that failed to fill in the id. */
const emptyIds: readonly (readonly ['get' | 'delete', string])[] = [
  ['get', '/os-simple-tenant-usage/'],
  ['delete', '/images/'],
  ['delete', '/os-security-groups/'],
]

const oldest = { 'openstack-api-version': 'compute 2.1' }

const boot = async (cloud: TestCloud, person: Client): Promise<string> => {
  const id = await bootServer(person, {
    ...{ imageRef: await makeImage(person), flavorRef: await makeFlavor(cloud.admin), networks: 'none' },
  })
  await serverInStatus(person, id, 'ACTIVE')
  return id
}

describe('what Tempest found', () => {
  it('a path with an empty id gives 404, and an empty filter by zone lists all hosts', async () => {
    await using cloud = await startTestCloud()
    const { compute } = cloud.admin
    for (const [method, path] of emptyIds)
      assert.equal((await compute[method](path, oldest)).status, 404, path)
    assert.ok((await compute.get('/os-hosts?zone=', oldest)).body.hosts.length > 0)
    assert.deepEqual((await compute.get('/os-hosts?zone=none', oldest)).body.hosts, [])
  })

  it('an image of a server keeps a requested image_type, and a rebuild reply has user_data once', async () => {
    await using cloud = await startTestCloud()
    const ada = await cloud.person('ada')
    const id = await boot(cloud, ada)
    const createImage = { name: 'mine', metadata: { image_type: 'golden' } }
    const made = await ada.compute.post(`/servers/${id}/action`, { createImage })
    const imageId = made.body.image_id
    await cloud.settled()
    const image = (await ada.image.get(`/v2/images/${imageId}`)).body
    assert.deepEqual([image.image_type, image.instance_uuid], ['golden', id])
    const { server } = (await ada.compute.get(`/servers/${id}`)).body
    const rebuilding = await cloud.admin.compute.post(
      `/servers/${id}/action`,
      { rebuild: { imageRef: server.image.id } },
      { 'openstack-api-version': 'compute 2.75' },
    )
    assert.equal(rebuilding.status, 202, JSON.stringify(rebuilding.body))
    const names = Object.keys(rebuilding.body.server).filter((name) => name.endsWith('user_data'))
    assert.deepEqual(names, ['user_data'])
  })

  it('a rule shows its prefix as given, but conflicts with one that differs only in host bits', async () => {
    await using cloud = await startTestCloud()
    const { network } = await cloud.person('ada')
    const made = await network.post('/v2.0/security-groups', { security_group: { name: 'web' } })
    const security_group_id = made.body.security_group.id
    const add = (remote_ip_prefix: string) =>
      network.post('/v2.0/security-group-rules', {
        security_group_rule: { security_group_id, direction: 'ingress', protocol: 'tcp', remote_ip_prefix },
      })
    assert.equal((await add('10.2.3.124/24')).body.security_group_rule.remote_ip_prefix, '10.2.3.124/24')
    assert.equal((await add('10.2.3.0/24')).status, 409)
  })

  it('volumes can be attached to and detached from a shelved server, and are connected by unshelve', async () => {
    await using cloud = await startTestCloud()
    const ada = await cloud.person('ada')
    const id = await boot(cloud, ada)
    const volumes = [await makeVolume(ada), await makeVolume(ada)]
    const act = async (body: object, status: string) => {
      assert.equal((await ada.compute.post(`/servers/${id}/action`, body)).status, 202)
      await serverInStatus(ada, id, status)
      await cloud.settled()
    }
    await act({ shelve: null }, 'SHELVED_OFFLOADED')
    for (const volumeId of volumes) {
      const volumeAttachment = { volumeId }
      const path = `/servers/${id}/os-volume_attachments`
      const attaching = await ada.compute.post(path, { volumeAttachment })
      assert.ok([200, 202].includes(attaching.status), JSON.stringify(attaching.body))
      await volumeInStatus(ada, volumeId, 'in-use')
      await cloud.settled()
    }
    const [kept, lost] = volumes
    const detaching = await ada.compute.delete(`/servers/${id}/os-volume_attachments/${lost}`)
    assert.equal(detaching.status, 202, JSON.stringify(detaching.body))
    await volumeInStatus(ada, lost ?? '', 'available')
    await cloud.settled()
    await act({ unshelve: null }, 'ACTIVE')
    const { volumeAttachments } = (await ada.compute.get(`/servers/${id}/os-volume_attachments`)).body
    assert.deepEqual(
      volumeAttachments.map(({ volumeId }: { volumeId: string }) => volumeId),
      [kept],
    )
    const [attachment] = (await ada.volume.get(`/v3/volumes/${kept}`)).body.volume.attachments
    assert.equal(attachment.server_id, id)
    assert.ok(attachment.host_name, 'the volume is connected to the host')
  })

  it('deleting a security group deletes the rules that name it as remote group', async () => {
    await using cloud = await startTestCloud()
    const { network } = await cloud.person('ada')
    const make = async (name: string): Promise<string> =>
      (await network.post('/v2.0/security-groups', { security_group: { name } })).body.security_group.id
    const [group, peer] = [await make('group'), await make('peer')]
    const rule = { security_group_id: group, direction: 'ingress', protocol: 'tcp', remote_group_id: peer }
    const made = await network.post('/v2.0/security-group-rules', { security_group_rule: rule })
    assert.equal(made.status, 201, JSON.stringify(made.body))
    assert.equal((await network.delete(`/v2.0/security-groups/${peer}`)).status, 204)
    const left = await network.get(`/v2.0/security-group-rules?security_group_id=${group}&direction=ingress`)
    assert.deepEqual(left.body.security_group_rules, [])
  })

  it('a server with networks "auto" gets a network that is made for its project, if it can be made', async () => {
    await using cloud = await startTestCloud()
    const ada = await cloud.person('ada')
    const order = {
      imageRef: await makeImage(ada),
      flavorRef: await makeFlavor(cloud.admin),
      networks: 'auto',
    }
    const refused = await ada.compute.post('/servers', { server: { ...order, name: 'none' } })
    assert.equal(refused.status, 400, 'there is no default external network or subnet pool')
    const network = { name: 'out', 'router:external': true, is_default: true }
    const outside = (await cloud.admin.network.post('/v2.0/networks', { network })).body.network.id
    const subnet = { network_id: outside, ip_version: 4, cidr: '203.0.113.0/24', enable_dhcp: false }
    assert.equal((await cloud.admin.network.post('/v2.0/subnets', { subnet })).status, 201)
    const subnetpool = {
      ...{ name: 'all', is_default: true, shared: true, prefixes: ['10.9.0.0/16'], default_prefixlen: 24 },
    }
    const pooled = await cloud.admin.network.post('/v2.0/subnetpools', { subnetpool })
    assert.equal(pooled.status, 201, JSON.stringify(pooled.body))
    const id = await bootServer(ada, { ...order, name: 'any' })
    const { addresses } = await serverInStatus(ada, id, 'ACTIVE')
    assert.deepEqual(Object.keys(addresses), ['auto_allocated_network'])
  })

  it('the noVNC console can be reached by a WebSocket at the root path', async () => {
    await using cloud = await startTestCloud()
    const ada = await cloud.person('ada')
    const id = await boot(cloud, ada)
    const remote_console = { protocol: 'vnc', type: 'novnc' }
    const { body } = await ada.compute.post(`/servers/${id}/remote-consoles`, { remote_console })
    const page = new URL(body.remote_console.url)
    const socket = new WebSocket(`ws://${page.host}/${page.searchParams.get('path')}`, ['binary'])
    await once(socket, 'open', { signal: AbortSignal.timeout(20_000) })
    socket.close()
    assert.match(await (await fetch(page)).text(), /noVNC/)
  })
})
