import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '@nimbo/testing/eventually'
import { makeFlavor } from '@nimbo/testkit/make-flavor'
import { makeImage } from '@nimbo/testkit/make-image'
import { ownCloud } from '@nimbo/testkit/own-cloud'
import { shows } from './shows.ts'
import { engineOf, type Stood } from './small-engine.ts'
import { typesCoveredBy } from './covered-types.ts'

let image: string
let flavor: string
let net: Stood
let subnet: Stood

const cloud = ownCloud({ hosts: 2 }, async ({ admin }) => {
  image = await makeImage(admin)
  flavor = await makeFlavor(admin)
  net = await create('OS::Neutron::Net', 'net', { name: 'inner' })
  subnet = await create('OS::Neutron::Subnet', 'sub', {
    ...{ network: net.id, cidr: '10.7.0.0/24' },
    // The pool leaves out the address that a server asks for, so that it is not allocated before.
    allocation_pools: [{ start: '10.7.0.20', end: '10.7.0.60' }],
  })
})
const { create, lives } = engineOf(() => cloud().admin)

test('a server is updated in place or replaced, suspended and resumed, and restored from a snapshot', async () => {
  const given = {
    image,
    flavor,
    networks: [{ network: 'inner', fixed_ip: '10.7.0.9' }],
    user_data_format: 'RAW',
  }
  const server = await create('OS::Nova::Server', 'server', {
    ...given,
    metadata: { role: 'web', list: [1] },
    tags: ['a'],
    user_data: '#!/bin/sh',
  })
  await shows(server, { status: 'ACTIVE', metadata: { role: 'web', list: '[1]' }, tags: ['a'] })
  assert.equal(await server.attribute('first_address'), '10.7.0.9')
  assert.deepEqual(await server.attribute('networks'), { inner: ['10.7.0.9'], [net.id]: ['10.7.0.9'] })
  const addresses = JSON.stringify(await server.attribute('addresses'))
  assert.match(addresses, new RegExp(`"id":"${subnet.id}"`))
  assert.match(String(await server.attribute('instance_name')), /^instance-/)
  const changed = { ...given, name: 'web-1', metadata: { role: 'db' }, tags: ['b'], user_data: '#!/bin/sh' }
  assert.equal(await server.update(changed), 'update')
  await shows(server, { name: 'web-1', metadata: { role: 'db' }, tags: ['b'] })
  assert.equal(await server.update({ ...changed, user_data: 'other' }), 'replace')
  assert.equal(await server.update({ ...changed, key_name: undefined, availability_zone: 'nova' }), 'replace')
  const larger = await makeFlavor(cloud().admin, { name: 'larger', ram: 128 })
  assert.equal(await server.update({ ...changed, flavor: 'larger' }), 'update')
  await shows(server, { status: 'ACTIVE', name: 'web-1' })
  assert.match(JSON.stringify(await server.show()), /"original_name":"larger"/)
  assert.equal(await server.update({ ...changed, flavor, flavor_update_policy: 'REPLACE' }), 'replace')
  await server.suspend()
  await shows(server, { status: 'SUSPENDED' })
  await server.resume()
  await server.check()
  const saved = await server.snapshot()
  const again = await create('OS::Nova::Server', 'again', {
    flavor,
    ...server.restored(saved),
    networks: [{ network: net.id }],
  })
  await again.delete()
  await server.deleteSnapshot(saved)
  const other = await makeImage(cloud().admin)
  assert.equal(await server.update({ ...changed, flavor: larger, image: other }), 'update')
  const { body } = await cloud().admin.compute.get(`/servers/${server.id}`)
  assert.equal(body.server.image.id, other)
  await server.delete()
})

test('a server gets new and existing ports, an update exchanges them, and new ones are deleted with it', async () => {
  const port = await create('OS::Neutron::Port', 'port', { network: net.id })
  const given = { image, flavor }
  const server = await create('OS::Nova::Server', 'ported', {
    ...given,
    networks: [
      { subnet: subnet.id, port_extra_properties: { mac_address: 'fa:16:3e:00:00:77' } },
      { port: port.id },
    ],
  })
  const portsOf = async () => {
    const { ports } = (await cloud().admin.network.get(`/v2.0/ports?device_id=${server.id}`)).body
    return ports
      .map(({ mac_address, id }: { mac_address: string; id: string }) =>
        id === port.id ? 'given' : mac_address,
      )
      .sort()
  }
  assert.deepEqual(await portsOf(), ['fa:16:3e:00:00:77', 'given'])
  const kept = { subnet: subnet.id, port_extra_properties: { mac_address: 'fa:16:3e:00:00:77' } }
  assert.equal(await server.update({ ...given, networks: [kept] }), 'update')
  assert.deepEqual(await portsOf(), ['fa:16:3e:00:00:77'])
  await server.update({ ...given, networks: [kept, { port: port.id }] })
  assert.deepEqual(await portsOf(), ['fa:16:3e:00:00:77', 'given'])
  await server.delete()
  const { ports } = (await cloud().admin.network.get(`/v2.0/ports?network_id=${net.id}`)).body
  assert.deepEqual(
    ports
      .filter(({ device_owner }: { device_owner: string }) => !device_owner.startsWith('network:'))
      .map(({ id }: { id: string }) => id),
    [port.id],
  )
  await port.delete()
})

test('a server boots from a volume, and has another volume and a floating IP attached', async () => {
  const disk = await create('OS::Cinder::Volume', 'disk', { size: 1, image })
  const server = await create('OS::Nova::Server', 'volumed', {
    flavor,
    networks: [{ network: net.id }],
    block_device_mapping_v2: [{ volume_id: disk.id, boot_index: 0, delete_on_termination: false }],
  })
  await shows(server, { image: '' })
  const data = await create('OS::Cinder::Volume', 'data', { size: 1 })
  const attachment = await create('OS::Cinder::VolumeAttachment', 'attachment', {
    instance_uuid: server.id,
    volume_id: data.id,
  })
  await shows(data, { status: 'in-use' })
  const other = await create('OS::Cinder::Volume', 'other', { size: 1 })
  await attachment.update({ instance_uuid: server.id, volume_id: other.id })
  await shows(data, { status: 'available' })
  await shows(other, { status: 'in-use' })
  await attachment.delete()
  await shows(other, { status: 'available' })

  const outer = await create('OS::Neutron::ProviderNet', 'outer', {
    network_type: 'vxlan',
    router_external: true,
  })
  await create('OS::Neutron::Subnet', 'outer-sub', { network: outer.id, cidr: '203.0.113.0/24' })
  const router = await create('OS::Neutron::Router', 'router', {
    external_gateway_info: { network: outer.id },
  })
  await create('OS::Neutron::RouterInterface', 'joined', { router: router.id, subnet: subnet.id })
  const address = await create('OS::Nova::FloatingIP', 'address', { pool: outer.id })
  const association = await create('OS::Nova::FloatingIPAssociation', 'association', {
    server_id: server.id,
    floating_ip: address.id,
  })
  const floating = new RegExp(String(await address.attribute('ip')))
  // Neutron notifies Nova of the address only after it has replied.
  await eventually(async () => assert.match(JSON.stringify(await server.show()), floating))
  const second = await create('OS::Nova::FloatingIP', 'second', { pool: outer.id })
  await association.update({ server_id: server.id, floating_ip: second.id })
  await association.delete()
  assert.equal(await address.update({ pool: net.id }), 'replace')
  for (const one of [address, second]) await one.delete()
  for (const one of [server, data, other, disk]) await one.delete()
})

test('a server that fits no host fails with the reason of Nova; one without image or volume is refused', async () => {
  const huge = await create('OS::Nova::Flavor', 'huge', { ram: 64, vcpus: 1, disk: 9_000_000 })
  await assert.rejects(
    create('OS::Nova::Server', 'refused', { image, flavor: huge.id, networks: [{ network: net.id }] }),
    { message: 'Went to status ERROR due to "Message: No valid host was found., Code: 500"' },
  )
  await assert.rejects(create('OS::Nova::Server', 'diskless', { flavor }), {
    message: /Neither image nor bootable volume/,
  })
})

test('the tests above create, update and delete each resource type that this file covers', () => {
  assert.deepEqual(lives.missing(typesCoveredBy('server-type')), [])
})
