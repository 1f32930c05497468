import assert from 'node:assert/strict'
import { it } from 'node:test'
import { inEachShape } from '@nimbo/testkit/in-each-shape'
import { eventually } from '@nimbo/testing/eventually'

const environment = {
  OS_LINUX_BRIDGE__PHYSICAL_INTERFACE_MAPPINGS: 'physnet0:eth1',
  OS_LINUX_BRIDGE__RESOURCE_PROVIDER_BANDWIDTHS: 'eth1:2000:1000,rp_tunnelled:500:',
  OS_LINUX_BRIDGE__RESOURCE_PROVIDER_PACKET_PROCESSING_WITHOUT_DIRECTION: ':90',
  OS_LINUX_BRIDGE__RESOURCE_PROVIDER_INVENTORY_DEFAULTS: 'allocation_ratio:2.0,reserved:100',
}

inEachShape('bandwidth of hosts', { hosts: 2, environment, distributedByName: true }, (cloud) => {
  const shown = async (path: string) => (await cloud().admin.placement.get(path)).body

  it('is reported to placement in providers below those of the hosts', async () => {
    const [host = ''] = cloud().hosts.names
    const { network } = cloud().admin
    const agent = await eventually(async () => {
      const { agents } = (await network.get(`/v2.0/agents?host=${host}`)).body
      const found = agents.find(({ binary }: { binary: string }) => binary === 'neutron-fake-agent')
      assert.equal(found.resources_synced, true)
      return found
    })
    const [root] = (await shown(`/resource_providers?name=${host}`)).resource_providers
    const below: readonly { uuid: string; name: string; parent_provider_uuid: string }[] = (
      await shown(`/resource_providers?in_tree=${root.uuid}`)
    ).resource_providers
    const named = (name: string) => {
      const provider = below.find((one) => one.name === name)
      assert.ok(provider, `${name} among ${below.map((one) => one.name)}`)
      return provider
    }
    const ofAgent = named(`${host}:${agent.agent_type}`)
    assert.equal(ofAgent.parent_provider_uuid, root.uuid)
    const of = async ({ uuid }: { uuid: string }) => {
      const { inventories } = await shown(`/resource_providers/${uuid}/inventories`)
      const { traits } = await shown(`/resource_providers/${uuid}/traits`)
      return {
        traits: traits.toSorted(),
        totals: Object.fromEntries(
          Object.entries<{ total: number }>(inventories).map(([name, { total }]) => [name, total]),
        ),
      }
    }
    assert.deepEqual(await of(ofAgent), {
      traits: ['CUSTOM_VNIC_TYPE_NORMAL'],
      totals: { NET_PACKET_RATE_KILOPACKET_PER_SEC: 90 },
    })
    const ofDevice = named(`${ofAgent.name}:eth1`)
    assert.equal(ofDevice.parent_provider_uuid, ofAgent.uuid)
    assert.deepEqual(await of(ofDevice), {
      traits: ['CUSTOM_PHYSNET_PHYSNET0', 'CUSTOM_VNIC_TYPE_NORMAL'],
      totals: { NET_BW_EGR_KILOBIT_PER_SEC: 2000, NET_BW_IGR_KILOBIT_PER_SEC: 1000 },
    })
    assert.deepEqual(await of(named(`${ofAgent.name}:rp_tunnelled`)), {
      traits: ['CUSTOM_NETWORK_TUNNEL_PROVIDER', 'CUSTOM_VNIC_TYPE_NORMAL'],
      totals: { NET_BW_EGR_KILOBIT_PER_SEC: 500 },
    })
    const { inventories } = await shown(`/resource_providers/${ofDevice.uuid}/inventories`)
    const { allocation_ratio, reserved } = inventories.NET_BW_EGR_KILOBIT_PER_SEC
    assert.deepEqual([allocation_ratio, reserved], [2, 100])
  })

  it('yields allocation candidates for the resource request of a port with minimum bandwidth', async () => {
    const { network, placement } = cloud().admin
    const policy = (await network.post('/v2.0/qos/policies', { policy: { name: 'guaranteed' } })).body.policy
    const rule = { minimum_bandwidth_rule: { min_kbps: 1500, direction: 'egress' } }
    await network.post(`/v2.0/qos/policies/${policy.id}/minimum_bandwidth_rules`, rule)
    const wire = { 'provider:network_type': 'flat', 'provider:physical_network': 'physnet0' }
    const net = (await network.post('/v2.0/networks', { network: wire })).body.network
    const port = { network_id: net.id, qos_policy_id: policy.id }
    const made = (await network.post('/v2.0/ports', { port })).body.port
    const [group] = made.resource_request.request_groups
    const asked = Object.entries<number>(group.resources).map(([name, amount]) => `${name}:${amount}`)
    const query = `resources1=${asked.join(',')}&required1=${group.required.join(',')}`
    const { allocation_requests } = (await placement.get(`/allocation_candidates?${query}`)).body
    assert.equal(allocation_requests.length, 2, 'one candidate for each of the two hosts')
  })
})
