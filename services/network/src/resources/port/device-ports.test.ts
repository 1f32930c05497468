// Test machines have no card with virtual functions (SR-IOV), so a fake driver records which functions were set.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { WiredPort } from '../../driver/network-agent-driver.ts'
import { type Body, startTestNetwork, type TestNetwork, willingDriver } from '../../../test/test-network.ts'

interface Machine {
  readonly cloud: TestNetwork
  /** The ports whose functions were set, by PCI address. */
  readonly set: Map<string, WiredPort>
  /** The functions that the card has. */
  readonly functions: Set<string>
}

const hostWithCard = async (): Promise<Machine & AsyncDisposable> => {
  const set = new Map<string, WiredPort>()
  const functions = new Set(['0000:81:10.0', '0000:81:10.2'])
  const driver = {
    ...willingDriver(),
    openCards: async () => ({
      setFunction: async (port: WiredPort) => {
        const { pciSlot = '' } = port.cardFunction ?? {}
        if (functions.has(pciSlot)) set.set(pciSlot, port)
        return functions.has(pciSlot)
      },
    }),
  }
  const cloud = await startTestNetwork({
    driver,
    config: (defaults) => ({
      ...defaults,
      ml2_type_vlan: { network_vlan_ranges: ['physnet2:100:199'] },
      sriov_nic: { physical_device_mappings: ['physnet2:ens1f0', 'physnet2:ens1f1'], exclude_devices: [] },
    }),
  })
  return { cloud, set, functions, [Symbol.asyncDispose]: () => cloud[Symbol.asyncDispose]() }
}

const wire = (type: string, more: object = {}) => ({
  'provider:network_type': type,
  'provider:physical_network': 'physnet2',
  ...more,
})

const made = async ({ admin }: TestNetwork, network: object): Promise<string> => {
  const { status, body } = await admin.post('/v2.0/networks', { network })
  assert.equal(status, 201, JSON.stringify(body))
  return body.network.id
}

const profileOf = (pci_slot: string, more: object = {}) => ({
  ...{ pci_slot, pci_vendor_info: '8086:10ed', physical_network: 'physnet2' },
  ...more,
})

const portWith = async ({ cloud }: Machine, port: object): Promise<Body> => {
  const { status, body } = await cloud.nova.post('/v2.0/ports', { port })
  assert.equal(status, 201, JSON.stringify(body))
  return body.port
}

const shown = async ({ cloud }: Machine, id: string): Promise<Body> =>
  (await cloud.admin.get(`/v2.0/ports/${id}`)).body.port

const bindings = (port: Body) => [port['binding:vif_type'], port['binding:vif_details']]

const atHost = { 'binding:host_id': 'host-1', device_id: 'server-1', device_owner: 'compute:nova' }

test('a port on a virtual function is bound with its VLAN, set up by the NIC switch agent, and ACTIVE', async () => {
  await using machine = await hostWithCard()
  const { cloud, set } = machine
  const { agents } = (await cloud.admin.get('/v2.0/agents?agent_type=NIC%20Switch%20agent')).body
  assert.deepEqual(
    agents.map((agent: Body) => [
      agent.host,
      agent.binary,
      agent.alive,
      agent.configurations.device_mappings,
    ]),
    [['host-1', 'neutron-sriov-nic-agent', true, { physnet2: ['ens1f0', 'ens1f1'] }]],
  )
  const network_id = await made(cloud, wire('vlan', { 'provider:segmentation_id': 100 }))
  for (const kind of ['direct', 'macvtap']) {
    const port = await portWith(machine, {
      ...{ network_id, ...atHost, 'binding:vnic_type': kind },
      'binding:profile': profileOf('0000:81:10.0'),
    })
    assert.deepEqual(bindings(port), ['hw_veb', { port_filter: false, connectivity: 'l2', vlan: '100' }])
    await cloud.settled()
    assert.equal((await shown(machine, port.id)).status, 'ACTIVE')
    assert.equal(set.get('0000:81:10.0')?.id, port.id)
    assert.deepEqual(
      cloud.events.filter(({ tag }) => tag === port.id).map(({ name }) => name),
      ['network-vif-plugged'],
    )
    await cloud.nova.delete(`/v2.0/ports/${port.id}`)
  }
})

test('a virtual function on a flat network has VLAN 0, and another one is set up when the PCI slot changes', async () => {
  await using machine = await hostWithCard()
  const { cloud, set } = machine
  const network_id = await made(cloud, wire('flat'))
  const port = await portWith(machine, {
    ...{ network_id, ...atHost, 'binding:vnic_type': 'direct', propagate_uplink_status: false },
    'binding:profile': profileOf('0000:81:10.0'),
  })
  assert.equal(port['binding:vif_details'].vlan, '0')
  const changes = { 'binding:profile': profileOf('0000:81:10.2', { trusted: 'true' }), admin_state_up: false }
  await cloud.nova.put(`/v2.0/ports/${port.id}`, { port: changes })
  await cloud.settled()
  const { adminStateUp, cardFunction, rules } = set.get('0000:81:10.2') ?? {}
  assert.deepEqual(
    { adminStateUp, cardFunction, rules },
    {
      adminStateUp: false,
      cardFunction: { pciSlot: '0000:81:10.2', followsUplink: false, trusted: true },
      rules: [],
    },
  )
  assert.equal((await shown(machine, port.id)).status, 'DOWN')
})

test('a port becomes ACTIVE once its virtual function appears on the host', async () => {
  await using machine = await hostWithCard()
  const { cloud, functions } = machine
  const network_id = await made(cloud, wire('flat'))
  const port = await portWith(machine, {
    ...{ network_id, ...atHost, 'binding:vnic_type': 'direct' },
    'binding:profile': profileOf('0000:81:10.4'),
  })
  await cloud.settled()
  assert.notEqual((await shown(machine, port.id)).status, 'ACTIVE')
  functions.add('0000:81:10.4')
  await cloud.settled()
  assert.equal((await shown(machine, port.id)).status, 'ACTIVE')
})

test('a direct-physical port is ACTIVE at once, and has the card’s MAC address while it is bound', async () => {
  await using machine = await hostWithCard()
  const { cloud, set } = machine
  const network_id = await made(cloud, wire('flat'))
  const port = await portWith(machine, { network_id, 'binding:vnic_type': 'direct-physical' })
  const path = `/v2.0/ports/${port.id}`
  const profile = profileOf('0000:81:00.0', { device_mac_address: '00:11:22:33:44:55' })
  const bound = (await cloud.nova.put(path, { port: { ...atHost, 'binding:profile': profile } })).body.port
  assert.deepEqual(
    [...bindings(bound), bound.status, bound.mac_address],
    [
      ...['hostdev_physical', { port_filter: false, connectivity: 'l2', vlan: '0' }],
      ...['ACTIVE', '00:11:22:33:44:55'],
    ],
  )
  await cloud.settled()
  assert.equal((await shown(machine, port.id)).status, 'ACTIVE', 'no agent changes the status')
  assert.equal(set.size, 0)
  const left = { device_id: '', device_owner: '', 'binding:host_id': '', 'binding:profile': {} }
  const unbound = (await cloud.nova.put(path, { port: left })).body.port
  assert.match(unbound.mac_address, /^fa:16:3e/)
  assert.equal(unbound.status, 'DOWN')
})

test('a port that no card of the host can serve gets vif_type binding_failed', async () => {
  await using machine = await hostWithCard()
  const { cloud } = machine
  const onCard = await made(cloud, wire('flat'))
  const elsewhere = await made(cloud, wire('flat', { 'provider:physical_network': 'physnet9' }))
  const tunnelled = await made(cloud, {})
  for (const [network_id, kind] of [
    [onCard, 'virtio-forwarder'],
    [onCard, 'vdpa'],
    [elsewhere, 'direct'],
    [tunnelled, 'direct'],
    [tunnelled, 'direct-physical'],
  ]) {
    const port = await portWith(machine, { network_id, ...atHost, 'binding:vnic_type': kind })
    assert.deepEqual(bindings(port), ['binding_failed', {}], `${kind}`)
  }
  const [agent] = (await cloud.admin.get('/v2.0/agents?agent_type=NIC%20Switch%20agent')).body.agents
  await cloud.admin.put(`/v2.0/agents/${agent.id}`, { agent: { admin_state_up: false } })
  const port = await portWith(machine, { network_id: onCard, ...atHost, 'binding:vnic_type': 'direct' })
  assert.deepEqual(bindings(port), ['binding_failed', {}], 'its agent is switched off')
})

test('changing the vnic_type of a bound port binds it again', async () => {
  await using machine = await hostWithCard()
  const { cloud } = machine
  const network_id = await made(cloud, wire('flat'))
  const port = await portWith(machine, { network_id, ...atHost, device_id: '', device_owner: '' })
  assert.equal(port['binding:vif_type'], 'bridge')
  const path = `/v2.0/ports/${port.id}`
  const changed = (await cloud.nova.put(path, { port: { 'binding:vnic_type': 'direct' } })).body.port
  assert.equal(changed['binding:vif_type'], 'hw_veb')
})

test('the audit reports no missing filter for a port on a virtual function', async () => {
  await using machine = await hostWithCard()
  const { cloud } = machine
  const network_id = await made(cloud, wire('flat'))
  await portWith(machine, {
    ...{ network_id, ...atHost, 'binding:vnic_type': 'direct' },
    'binding:profile': profileOf('0000:81:10.0'),
  })
  await cloud.settled()
  const { body } = await cloud.admin.get('/v2.0/nimbo-audit?grace=0')
  const ofFilters = body.audit.findings.filter(({ kind }: Body) => kind === 'port-without-filter')
  assert.deepEqual(ofFilters, [])
})
