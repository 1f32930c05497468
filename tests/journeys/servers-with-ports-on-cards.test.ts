// About SR-IOV. Hosts with the fake hypervisor have cards with virtual functions only if a test gives them some, which only the
// embedded cloud lets it do; the network driver, which would configure the functions, is a fake too.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { fakeNetworkDriver } from '@nimbo/network-fake/network-fake'
import { assertNoOrphans } from '@nimbo/testkit/audit'
import type { Client } from '@nimbo/testkit/client'
import { type CloudWithDevices, startCloudWithDevices } from '@nimbo/testkit/cloud-with-devices'
import { guestGone } from '@nimbo/testkit/guest-gone'
import { makeFlavor } from '@nimbo/testkit/make-flavor'
import { act, serverInStatus, showServer } from '@nimbo/testkit/servers'
import type { TestCloud } from '@nimbo/testkit/start-test-cloud'
import { eventually } from '@nimbo/testing/eventually'
import type { Loose } from '@nimbo/testing/loose'

const cardMac = '00:11:22:33:44:55'
const wholeCard = '0000:81:00.0'
const functions = ['0000:81:10.0', '0000:81:10.2']
const pciDevices = [
  {
    ...({ address: wholeCard, vendorId: '8086', productId: '10fb', type: 'type-PF', numaNode: 0 } as const),
    ...{ interfaces: ['ens1f0'], macAddress: cardMac },
  },
  ...functions.map((address, functionNumber) => ({
    ...({ address, vendorId: '8086', productId: '10ed', type: 'type-VF', numaNode: 0 } as const),
    ...{ parentAddress: wholeCard, interfaces: [`ens1f0v${functionNumber}`] },
    ...{ functionNumber, parentMacAddress: cardMac, cardSerialNumber: 'MT2113X00000' },
  })),
]

const environment = {
  OS_PCI__DEVICE_SPEC: JSON.stringify([{ address: '*:81:*', physical_network: 'physnet2' }]),
  OS_SRIOV_NIC__PHYSICAL_DEVICE_MAPPINGS: 'physnet2:ens1f0',
  OS_ML2_TYPE_VLAN__NETWORK_VLAN_RANGES: 'physnet2:100:199',
  OS_FILTER_SCHEDULER__ENABLED_FILTERS: 'ComputeFilter,PciPassthroughFilter',
}

const at = (minor: number) => ({ 'openstack-api-version': `compute 2.${minor}` })

describe('servers with SR-IOV ports', () => {
  const network = fakeNetworkDriver()
  let devices: CloudWithDevices
  let cloud: TestCloud
  let ada: Client
  let flavorRef = ''
  let networkId = ''

  before(async () => {
    devices = await startCloudWithDevices({ hosts: 2, pciDevices, environment, network })
    ;({ cloud, ada } = devices)
    flavorRef = await makeFlavor(cloud.admin, { name: 'small' })
    const wire = {
      'provider:network_type': 'vlan',
      'provider:physical_network': 'physnet2',
      'provider:segmentation_id': 100,
    }
    const made = await cloud.admin.network.post('/v2.0/networks', { network: { shared: true, ...wire } })
    assert.equal(made.status, 201, JSON.stringify(made.body))
    networkId = made.body.network.id
    const subnet = { network_id: networkId, cidr: '10.9.0.0/24', ip_version: 4 }
    assert.equal((await cloud.admin.network.post('/v2.0/subnets', { subnet })).status, 201)
  })
  after(() => devices[Symbol.asyncDispose]())

  const makePort = async (kind = 'direct'): Promise<string> => {
    const port = { network_id: networkId, 'binding:vnic_type': kind }
    const made = await ada.network.post('/v2.0/ports', { port })
    assert.equal(made.status, 201, JSON.stringify(made.body))
    return made.body.port.id
  }
  const portShown = async (id: string): Promise<Loose> =>
    (await cloud.admin.network.get(`/v2.0/ports/${id}`)).body.port
  const boot = (port: string, status?: string): Promise<string> =>
    devices.boot({ flavorRef, networks: [{ port }] }, status)
  const remove = (...ids: readonly string[]): Promise<void> => devices.remove(...ids)
  const hostOf = (id: string): Promise<string> => devices.hostOf(id)
  const lastLine = (id: string, about: RegExp): Promise<string> => devices.lastLine(id, about)

  /** The port is bound to a function of its host's card, which the guest has and the agent has configured; gives its address. */
  const assertOnCard = async (serverId: string, portId: string): Promise<string> => {
    const [host, port] = [await hostOf(serverId), await portShown(portId)]
    const { pci_slot: slot, ...profile } = port['binding:profile']
    assert.ok(functions.includes(slot), slot)
    assert.deepEqual(profile, {
      ...{ pci_vendor_info: '8086:10ed', physical_network: 'physnet2' },
      ...{ card_serial_number: 'MT2113X00000', pf_mac_address: cardMac, vf_num: functions.indexOf(slot) },
    })
    assert.deepEqual(
      [port['binding:host_id'], port['binding:vif_type'], port['binding:vif_details'].vlan, port.status],
      [host, 'hw_veb', '100', 'ACTIVE'],
    )
    assert.equal(network.host(host).functions.get(slot)?.id, portId)
    const given = await lastLine(serverId, new RegExp(`port ${portId} on PCI device`))
    assert.ok(given.includes(`port ${portId} on PCI device ${slot} in VLAN 100`), given)
    return slot
  }
  const assertUnbound = async (portId: string): Promise<void> => {
    const port = await portShown(portId)
    assert.deepEqual(
      [port.device_id, port['binding:host_id'], port['binding:vif_type'], port['binding:profile']],
      ['', '', 'unbound', {}],
    )
  }

  it('get a virtual function in the VLAN of the network, and fail when no host has a free one', async () => {
    const ports = [await makePort(), await makePort('macvtap'), await makePort(), await makePort()]
    const ids = []
    for (const port of ports) ids.push(await boot(port))
    const taken = []
    for (const [index, id] of ids.entries())
      taken.push(`${await hostOf(id)} ${await assertOnCard(id, ports[index] ?? '')}`)
    assert.equal(new Set(taken).size, 4)
    const late = await makePort()
    const refused = await boot(late, 'ERROR')
    const { fault } = await showServer(cloud.admin, refused)
    assert.match(
      fault?.details ?? '',
      /PciPassthroughFilter: has 0 free PCI devices for port [0-9a-f-]+, and 1 is needed/,
    )
    const [first = '', ...others] = ids
    await remove(first, refused)
    await assertUnbound(ports[0] ?? '')
    const again = await boot(late)
    await assertOnCard(again, late)
    await assertNoOrphans(cloud.admin)
    await remove(again, ...others)
  })

  it('get a whole card, and its MAC address, for a direct-physical port', async () => {
    const port = await makePort('direct-physical')
    const id = await boot(port)
    const shown = await portShown(port)
    assert.deepEqual(
      [shown['binding:vif_type'], shown.status, shown.mac_address, shown['binding:profile'].pci_slot],
      ['hostdev_physical', 'ACTIVE', cardMac, wholeCard],
    )
    assert.match(await lastLine(id, /domain defined/), new RegExp(`port ${port} on PCI device ${wholeCard}$`))
    const functionPorts = [await makePort(), await makePort()]
    const others = []
    for (const each of functionPorts) others.push(await boot(each))
    for (const other of others)
      assert.notEqual(await hostOf(other), await hostOf(id), 'the functions of a card in use are not free')
    await remove(id, ...others)
    assert.match((await portShown(port)).mac_address, /^fa:16:3e/)
  })

  it('get and lose a virtual function when such a port is attached, detached or deleted', async () => {
    const id = await devices.boot({ flavorRef })
    const port = await makePort()
    const interfaces = `/servers/${id}/os-interface`
    const attach = (port_id: string) =>
      ada.compute.post(interfaces, { interfaceAttachment: { port_id } }, at(49))
    const attached = await attach(port)
    assert.equal(attached.status, 200, JSON.stringify(attached.body))
    await serverInStatus(ada, id, 'ACTIVE')
    await eventually(() => assertOnCard(id, port))

    const second = await makePort()
    assert.equal((await attach(second)).status, 200)
    await eventually(() => assertOnCard(id, second))
    const refused = await attach(await makePort())
    assert.deepEqual(
      [refused.status, refused.body.badRequest?.message],
      [400, `Failed to claim PCI device for ${id} during interface attach`],
    )

    assert.equal((await ada.compute.delete(`${interfaces}/${port}`)).status, 202)
    await eventually(() => assertUnbound(port))
    assert.match(await lastLine(id, /detached/), /interface fa:16:3e[0-9a-f:]+ detached/)
    await ada.network.delete(`/v2.0/ports/${second}`)
    await eventually(async () => {
      const { interfaceAttachments } = (await ada.compute.get(interfaces)).body
      assert.deepEqual(interfaceAttachments, [])
    })
    await eventually(async () => {
      // Both functions are free again, the second one too, whose port was deleted without being detached.
      for (const each of [await makePort(), await makePort()]) assert.equal((await attach(each)).status, 200)
    })
    await assertNoOrphans(cloud.admin)
    await remove(id)
  })

  it('get a function on the host they are resized, migrated or unshelved to, and free the former one', async () => {
    const port = await makePort()
    const id = await boot(port)
    const [source] = [await hostOf(id), await assertOnCard(id, port)]
    const larger = await makeFlavor(cloud.admin, { name: 'larger', vcpus: 2 })
    await act(ada, id, { resize: { flavorRef: larger } })
    await serverInStatus(ada, id, 'VERIFY_RESIZE')
    assert.notEqual(await hostOf(id), source)
    await assertOnCard(id, port)
    await act(ada, id, { revertResize: null })
    await serverInStatus(ada, id, 'ACTIVE')
    assert.equal(await hostOf(id), source)
    await assertOnCard(id, port)
    await act(cloud.admin, id, { migrate: null })
    await serverInStatus(ada, id, 'VERIFY_RESIZE')
    await ada.compute.post(`/servers/${id}/action`, { confirmResize: null })
    await serverInStatus(ada, id, 'ACTIVE')
    assert.notEqual(await hostOf(id), source)
    await assertOnCard(id, port)

    await act(ada, id, { shelve: null })
    await serverInStatus(ada, id, 'SHELVED_OFFLOADED')
    await act(ada, id, { unshelve: null })
    await serverInStatus(ada, id, 'ACTIVE')
    await assertOnCard(id, port)
    await assertNoOrphans(cloud.admin)
    const all = [await makePort(), await makePort(), await makePort()]
    const others = []
    for (const each of all) others.push(await boot(each))
    await remove(id, ...others)
  })

  it('get a function on the host they are evacuated to; their former host frees its own when it is back', async () => {
    const port = await makePort()
    const id = await boot(port)
    const source = await hostOf(id)
    const { body } = await cloud.admin.compute.get(`/os-services?host=${source}&binary=nova-compute`, at(53))
    const setDown = async (forced_down: boolean) => {
      const path = `/os-services/${body.services[0].id}`
      assert.equal((await cloud.admin.compute.put(path, { forced_down }, at(53))).status, 200)
    }
    await setDown(true)
    assert.equal(
      (await cloud.admin.compute.post(`/servers/${id}/action`, { evacuate: {} }, at(53))).status,
      200,
    )
    await serverInStatus(ada, id, 'ACTIVE')
    assert.notEqual(await hostOf(id), source)
    await assertOnCard(id, port)
    await setDown(false)
    await guestGone(cloud.drivers, { host: source, id })
    await cloud.settled()
    await assertNoOrphans(cloud.admin)
    const others = []
    for (const each of [await makePort(), await makePort(), await makePort()]) others.push(await boot(each))
    await remove(id, ...others)
  })

  const migrateLive = (id: string) => {
    const body = { 'os-migrateLive': { host: null, block_migration: 'auto' } }
    return cloud.admin.compute.post(`/servers/${id}/action`, body, at(30))
  }

  it('get a function on the host they are live-migrated to, and free the former one', async () => {
    const port = await makePort()
    const id = await boot(port)
    const source = await hostOf(id)
    const asked = await migrateLive(id)
    assert.equal(asked.status, 202, JSON.stringify(asked.body))
    await cloud.settled()
    await serverInStatus(ada, id, 'ACTIVE')
    assert.notEqual(await hostOf(id), source)
    await eventually(() => assertOnCard(id, port))
    assert.match(await lastLine(id, /detached/), /interface fa:16:3e[0-9a-f:]+ detached/)
    await assertNoOrphans(cloud.admin)
    const others = []
    for (const each of [await makePort(), await makePort(), await makePort()]) others.push(await boot(each))
    await remove(id, ...others)
  })

  it('cannot be live-migrated with a whole card', async () => {
    const port = await makePort('direct-physical')
    const id = await boot(port)
    const refused = await migrateLive(id)
    assert.deepEqual(
      [refused.status, refused.body.badRequest.message],
      [
        400,
        `Migration pre-check error: Instance ${id} has PCI devices that are not live migratable: ${wholeCard}.`,
      ],
    )
    await remove(id)
  })
})
