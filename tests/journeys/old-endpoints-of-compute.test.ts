import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import type { Answer, Client } from '@nimbo/testkit/client'
import { eventually } from '@nimbo/testing/eventually'
import { inEachShape } from '@nimbo/testkit/in-each-shape'
import { makeFlavor } from '@nimbo/testkit/make-flavor'
import { makeImage } from '@nimbo/testkit/make-image'
import { makeNetwork } from '@nimbo/testkit/make-network'
import { volumeInStatus } from '@nimbo/testkit/make-volume'
import { bootServer, serverInStatus, showServer } from '@nimbo/testkit/servers'

const at = (version: string) => ({ 'openstack-api-version': `compute ${version}` })
const until235 = at('2.35')
const nowhere = '99999999-9999-4999-8999-999999999999'

type Answered = Answer<Record<string, unknown>>
const told = ({ status, body }: Answered): readonly unknown[] => {
  const [fault] = Object.values(body ?? {})
  return [status, Object(fault).message]
}

inEachShape(
  'the old endpoints of compute for images, volumes and security groups',
  { distributedByName: true },
  (cloud) => {
    let ada: Client
    let grace: Client

    before(async () => {
      ada = await cloud().person('ada')
      grace = await cloud().person('grace')
    })

    it('list and show images until 2.35, change their metadata until 2.38, and delete them', async () => {
      const id = await makeImage(ada, { properties: { image_type: 'snapshot', kept: 'yes', min_ram: 64 } })
      await makeImage(ada, { name: 'other' })
      const images = (path: string, who = ada) => who.compute.get(`/images${path}`, until235)
      assert.deepEqual((await images('')).body.images.map(({ name }: { name: string }) => name).toSorted(), [
        'other',
        'tiny',
      ])
      for (const query of [
        'name=tiny',
        'type=snapshot',
        'property-kept=yes',
        'minRam=64',
        'status=ACTIVE&name=tiny',
      ]) {
        const { body } = await images(`/detail?${query}`)
        assert.deepEqual([query, body.images.map((one: { id: string }) => one.id)], [query, [id]])
      }
      const page = (await images('?limit=1')).body
      assert.equal(page.images.length, 1)
      assert.match(page.images_links[0].href, /marker=/)
      const { image } = (await images(`/${id}`)).body
      assert.deepEqual(
        [image.name, image.minRam, image.status, image.progress, image['OS-EXT-IMG-SIZE:size']],
        ['tiny', 64, 'ACTIVE', 100, 4096],
      )
      assert.deepEqual(image.metadata, { image_type: 'snapshot', kept: 'yes' })
      assert.match(image.links[0].href, new RegExp(`/images/${id}$`))
      assert.deepEqual(told(await images(`/${id}`, grace)), [404, 'Image not found.'])
      assert.deepEqual(told(await images(`/${nowhere}`)), [404, 'Image not found.'])
      assert.equal((await ada.compute.get('/images', at('2.36'))).status, 404)

      const metadata = `/images/${id}/metadata`
      const until238 = at('2.38')
      const merged = await ada.compute.post(metadata, { metadata: { 'a/b~c': '1' } }, until238)
      assert.deepEqual(merged.status, 400, 'compute refuses metadata keys with a slash')
      await ada.compute.post(metadata, { metadata: { colour: 'red' } }, until238)
      assert.deepEqual((await ada.compute.get(metadata, until238)).body, {
        metadata: { image_type: 'snapshot', kept: 'yes', colour: 'red' },
      })
      const mismatch = await ada.compute.put(`${metadata}/colour`, { meta: { other: 'x' } }, until238)
      assert.deepEqual(told(mismatch), [400, 'Request body and URI mismatch'])
      const set = await ada.compute.put(`${metadata}/colour`, { meta: { colour: 'blue' } }, until238)
      assert.deepEqual(set.body, { meta: { colour: 'blue' } })
      assert.equal((await ada.compute.delete(`${metadata}/kept`, until238)).status, 204)
      assert.deepEqual(told(await ada.compute.delete(`${metadata}/kept`, until238)), [
        404,
        'Invalid metadata key',
      ])
      const replaced = await ada.compute.put(metadata, { metadata: { only: 'this' } }, until238)
      assert.deepEqual(replaced.body, { metadata: { only: 'this' } })
      assert.equal((await ada.compute.get(`${metadata}/only`, until238)).body.meta.only, 'this')
      assert.equal((await ada.image.get(`/v2/images/${id}`)).body.colour, undefined)
      assert.equal((await ada.compute.get(metadata, at('2.39'))).status, 404)
      const many = Object.fromEntries(Array.from({ length: 129 }, (_, index) => [`key-${index}`, 'x']))
      assert.deepEqual(told(await ada.compute.post(metadata, { metadata: many }, until238)), [
        403,
        'Image metadata limit exceeded',
      ])

      assert.equal((await grace.compute.delete(`/images/${id}`, until235)).status, 404)
      assert.equal((await ada.compute.delete(`/images/${id}`, until235)).status, 204)
      assert.equal((await ada.image.get(`/v2/images/${id}`)).status, 404)
    })

    it('create, list, show and delete volumes and snapshots until 2.35', async () => {
      const body = { volume: { size: 1, display_name: 'data', metadata: { a: 'b' } } }
      const made = await ada.compute.post('/os-volumes', body, until235)
      assert.equal(made.status, 200, JSON.stringify(made.body))
      const { id } = made.body.volume
      assert.match(made.headers.get('location') ?? '', new RegExp(`/os-volumes/${id}$`))
      await volumeInStatus(ada, id, 'available')
      const { volume } = (await ada.compute.get(`/os-volumes/${id}`, until235)).body
      assert.deepEqual(
        [volume.displayName, volume.size, volume.status, volume.attachments, volume.metadata],
        ['data', 1, 'available', [{}], { a: 'b' }],
      )
      assert.equal((await ada.compute.get('/os-volumes', until235)).body.volumes.length, 1)
      assert.deepEqual((await ada.compute.get('/os-volumes/detail?offset=1', until235)).body.volumes, [])
      assert.deepEqual((await grace.compute.get('/os-volumes/detail', until235)).body.volumes, [])
      const missing = `Volume ${nowhere} could not be found.`
      assert.deepEqual(told(await ada.compute.get(`/os-volumes/${nowhere}`, until235)), [404, missing])
      assert.equal((await ada.compute.post('/os-volumes', { volume: { size: 0 } }, until235)).status, 400)
      assert.equal((await ada.compute.post('/os-volumes', { volume: {} }, until235)).status, 400)
      const tooMuch = await ada.compute.post('/os-volumes', { volume: { size: 100_000 } }, until235)
      assert.equal(tooMuch.status, 403, JSON.stringify(tooMuch.body))

      const snapshot = { volume_id: id, display_name: 'before', force: 'False' }
      const taken = await ada.compute.post('/os-snapshots', { snapshot }, until235)
      assert.equal(taken.status, 200, JSON.stringify(taken.body))
      const path = `/os-snapshots/${taken.body.snapshot.id}`
      await eventually(async () => {
        const shown = (await ada.compute.get(path, until235)).body.snapshot
        assert.deepEqual([shown.status, shown.volumeId, shown.displayName], ['available', id, 'before'])
      })
      assert.equal((await ada.compute.get('/os-snapshots', until235)).body.snapshots.length, 1)
      assert.equal((await ada.compute.get('/os-snapshots/detail?limit=0', until235)).body.snapshots.length, 0)
      assert.deepEqual(
        told(await ada.compute.post('/os-snapshots', { snapshot: { volume_id: nowhere } }, until235)),
        [404, missing],
      )
      assert.equal((await ada.compute.delete(path, until235)).status, 202)
      await eventually(async () => assert.equal((await ada.compute.get(path, until235)).status, 404))
      assert.equal((await ada.compute.delete(`/os-volumes/${id}`, until235)).status, 202)
      await eventually(async () =>
        assert.equal((await ada.compute.get(`/os-volumes/${id}`, until235)).status, 404),
      )
      for (const gone of ['/os-volumes', '/os-volumes/detail', '/os-snapshots', path])
        assert.equal((await ada.compute.get(gone, at('2.36'))).status, 404, gone)
    })

    it('create, change, list and delete security groups and their rules until 2.35', async () => {
      const groups = '/os-security-groups'
      const named = (name: unknown, description: unknown = 'for tests') => ({
        security_group: { name, description },
      })
      const made = await ada.compute.post(groups, named('web'), until235)
      assert.equal(made.status, 200, JSON.stringify(made.body))
      const { id, tenant_id, rules } = made.body.security_group
      assert.deepEqual([tenant_id, rules], [ada.projectId, []])
      const nameless = await ada.compute.post(groups, named('', ''), until235)
      assert.equal(nameless.status, 200, JSON.stringify(nameless.body))
      assert.equal(
        (await ada.compute.delete(`${groups}/${nameless.body.security_group.id}`, until235)).status,
        202,
      )
      for (const [name, description] of [
        ['x'.repeat(256), 'x'],
        [7, 'x'],
      ])
        assert.equal((await ada.compute.post(groups, named(name, description), until235)).status, 400)

      const rulesPath = '/os-security-group-rules'
      const rule = (asked: object) =>
        ada.compute.post(rulesPath, { security_group_rule: { parent_group_id: id, ...asked } }, until235)
      const ssh = await rule({ ip_protocol: 'TCP', from_port: '22', to_port: 22, cidr: '10.0.0.0/8' })
      assert.deepEqual(ssh.body.security_group_rule, {
        ...{ id: ssh.body.security_group_rule.id, parent_group_id: id, ip_protocol: 'tcp' },
        ...{ from_port: 22, to_port: 22, group: {}, ip_range: { cidr: '10.0.0.0/8' } },
      })
      const others = (await rule({ group_id: id, ip_protocol: 'udp' })).body.security_group_rule
      assert.deepEqual(
        [others.from_port, others.to_port, others.group],
        [1, 65_535, { name: 'web', tenant_id: ada.projectId }],
      )
      const shown = (await ada.compute.get(`${groups}/${id}`, until235)).body.security_group
      assert.equal(shown.rules.length, 2)
      assert.deepEqual(told(await rule({ cidr: '10.0.0.0/8' })), [
        400,
        'Not enough parameters to build a valid rule.',
      ])
      const again = await rule({ ip_protocol: 'tcp', from_port: 22, to_port: 22, cidr: '10.0.0.0/8' })
      assert.equal(again.status, 400, JSON.stringify(again.body))
      assert.equal((await rule({ ip_protocol: 'tcp', from_port: 9, to_port: 8 })).status, 400)
      assert.equal(
        (await rule({ parent_group_id: nowhere, ip_protocol: 'icmp', from_port: -1, to_port: -1 })).status,
        404,
      )
      const rulePath = `${rulesPath}/${ssh.body.security_group_rule.id}`
      assert.equal((await grace.compute.delete(rulePath, until235)).status, 404)
      assert.equal((await ada.compute.delete(rulePath, until235)).status, 202)
      assert.equal((await ada.compute.delete(rulePath, until235)).status, 404)

      const changed = await ada.compute.put(`${groups}/${id}`, named('site', 'of all'), until235)
      assert.deepEqual(
        [changed.status, changed.body.security_group?.name, changed.body.security_group?.description],
        [200, 'site', 'of all'],
      )
      const names = async (who: Client, query = '') =>
        (await who.compute.get(`${groups}${query}`, until235)).body.security_groups.map(
          ({ name }: { name: string }) => name,
        )
      assert.deepEqual(await names(ada), ['default', 'site'])
      assert.deepEqual(await names(ada, '?limit=1&offset=1'), ['site'])
      assert.deepEqual(await names(grace, '?all_tenants=1'), ['default'])
      assert.ok((await names(cloud().admin, '?all_tenants=1')).includes('site'))
      assert.equal((await grace.compute.get(`${groups}/${id}`, until235)).status, 404)
      assert.equal((await ada.compute.delete(`${groups}/${id}`, until235)).status, 202)
      assert.equal((await ada.compute.delete(`${groups}/${id}`, until235)).status, 404)
      assert.equal((await ada.compute.get(groups, at('2.36'))).status, 404)
    })
  },
)

inEachShape('the old endpoints of compute for addresses of servers', { distributedByName: true }, (cloud) => {
  let ada: Client
  let serverId = ''
  let network = ''

  before(async () => {
    ada = await cloud().person('ada')
    const { admin } = cloud()
    const { network: outside } = (
      await admin.network.post('/v2.0/networks', { network: { name: 'outside', 'router:external': true } })
    ).body
    await admin.network.post('/v2.0/subnets', {
      subnet: {
        ...{ network_id: outside.id, ip_version: 4, cidr: '203.0.113.0/24', enable_dhcp: false },
        // So that no floating IP or router gets 203.0.113.254, which the test uses as an unknown address.
        allocation_pools: [{ start: '203.0.113.2', end: '203.0.113.60' }],
      },
    })
    const made = await makeNetwork(ada)
    network = made.id
    const { router } = (
      await ada.network.post('/v2.0/routers', {
        router: { external_gateway_info: { network_id: outside.id } },
      })
    ).body
    await ada.network.put(`/v2.0/routers/${router.id}/add_router_interface`, { subnet_id: made.subnetId })
    const [flavorRef, imageRef] = await Promise.all([makeFlavor(admin), makeImage(ada)])
    serverId = await bootServer(ada, { flavorRef, imageRef, networks: [{ uuid: network }] })
    await serverInStatus(ada, serverId, 'ACTIVE')
  })

  const addresses = async (type: 'fixed' | 'floating'): Promise<readonly string[]> =>
    Object.values((await showServer(ada, serverId)).addresses)
      .flat()
      .flatMap((each) => (each['OS-EXT-IPS:type'] === type ? [each.addr] : []))
  const act = (action: object, version = '2.43') =>
    ada.compute.post(`/servers/${serverId}/action`, action, at(version))

  it('create a floating IP until 2.35, and add it to and remove it from a server until 2.43', async () => {
    const floating = '/os-floating-ips'
    assert.deepEqual(told(await ada.compute.post(floating, {}, until235)), [
      404,
      'Floating IP pool not found.',
    ])
    const made = await ada.compute.post(floating, { pool: 'outside' }, until235)
    assert.equal(made.status, 200, JSON.stringify(made.body))
    const { id, ip, pool } = made.body.floating_ip
    assert.equal(pool, 'outside')
    assert.equal((await act({ addFloatingIp: { address: ip } })).status, 202)
    const [fixed] = await addresses('fixed')
    await eventually(async () => assert.deepEqual(await addresses('floating'), [ip]))
    const one = { id, ip, pool: 'outside', fixed_ip: fixed, instance_id: serverId }
    assert.deepEqual((await ada.compute.get(floating, until235)).body, { floating_ips: [one] })
    assert.deepEqual((await ada.compute.get(`${floating}/${id}`, until235)).body, { floating_ip: one })

    assert.equal((await act({ addFloatingIp: { address: 'x' } })).status, 400)
    assert.equal((await act({ addFloatingIp: { address: '203.0.113.254' } })).status, 404)
    assert.deepEqual(told(await act({ addFloatingIp: { address: ip, fixed_address: '10.9.9.9' } })), [
      400,
      'Specified fixed address not assigned to instance',
    ])
    assert.equal((await act({ removeFloatingIp: { address: ip } })).status, 202)
    await eventually(async () => assert.deepEqual(await addresses('floating'), []))
    assert.deepEqual(told(await act({ removeFloatingIp: { address: ip } })), [
      409,
      `Floating IP ${ip} is not associated with instance ${serverId}.`,
    ])
    assert.equal((await ada.compute.delete(`${floating}/${id}`, until235)).status, 202)
    assert.deepEqual(told(await ada.compute.get(`${floating}/${id}`, until235)), [
      404,
      `Floating IP not found for ID ${id}`,
    ])
    assert.equal((await ada.compute.get(floating, at('2.36'))).status, 404)
    assert.equal((await act({ addFloatingIp: { address: ip } }, '2.44')).status, 404)
  })

  it('add another fixed IP to a server and remove it, until 2.43', async () => {
    const [first] = await addresses('fixed')
    assert.equal((await act({ addFixedIp: { networkId: nowhere } })).status, 400)
    assert.equal((await act({ addFixedIp: { networkId: network } })).status, 202)
    const added = await eventually(async () => {
      const [another, ...rest] = (await addresses('fixed')).filter((one) => one !== first)
      assert.ok(another)
      assert.deepEqual(rest, [])
      return another
    })
    assert.equal((await act({ removeFixedIp: { address: added } })).status, 202)
    await eventually(async () => assert.deepEqual(await addresses('fixed'), [first]))
    assert.deepEqual(told(await act({ removeFixedIp: { address: added } })), [
      400,
      `Instance ${serverId} doesn't have fixed IP '${added}'.`,
    ])
    assert.equal((await act({ removeFixedIp: { address: 'x' } })).status, 400)
    assert.equal((await act({ addFixedIp: { networkId: network } }, '2.44')).status, 404)
  })
})
