import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RunRouter } from '@nimbo/network/driver/runs-routers'
import {
  type Body,
  type Reply,
  startTestNetwork,
  type TestNetwork,
  willingDriver,
} from '../../../test/test-network.ts'

const refusal = ({ status, body }: Reply) => [status, body.NeutronError?.type]

const managerOf = (cloud: TestNetwork) => cloud.as('alpha', 'manager', 'member', 'reader')

/** The one resource of a reply to a creation, which must succeed. */
const made = async (reply: Promise<Reply>): Promise<Body> => {
  const { status, body } = await reply
  assert.equal(status, 201, JSON.stringify(body))
  return Object.values(body)[0]
}

const policyOf = async (cloud: TestNetwork, limit?: Body): Promise<Body> => {
  const manager = managerOf(cloud)
  const policy = await made(manager.post('/v2.0/qos/policies', { policy: { name: 'gold' } }))
  if (limit)
    await made(
      manager.post(`/v2.0/qos/policies/${policy.id}/bandwidth_limit_rules`, { bandwidth_limit_rule: limit }),
    )
  return policy
}

/** An external network, a router with its gateway there, and a port on a network behind the router. */
const world = async ({ admin, member }: TestNetwork) => {
  const outside = await made(admin.post('/v2.0/networks', { network: { 'router:external': true } }))
  const pool = { network_id: outside.id, cidr: '203.0.113.0/24', ip_version: 4 }
  await made(admin.post('/v2.0/subnets', { subnet: pool }))
  const network = await made(member.post('/v2.0/networks', { network: {} }))
  const inner = { network_id: network.id, cidr: '10.0.0.0/24', ip_version: 4 }
  const subnet = await made(member.post('/v2.0/subnets', { subnet: inner }))
  const gateway = { external_gateway_info: { network_id: outside.id } }
  const router = await made(member.post('/v2.0/routers', { router: gateway }))
  await member.put(`/v2.0/routers/${router.id}/add_router_interface`, { subnet_id: subnet.id })
  const port = await made(member.post('/v2.0/ports', { port: { network_id: network.id } }))
  return { outside, router, port }
}

test('a floating IP shows its own QoS policy and that of its external network', async () => {
  await using cloud = await startTestNetwork()
  const { admin, member } = cloud
  const { outside } = await world(cloud)
  const own = await policyOf(cloud)
  const created = await made(
    member.post('/v2.0/floatingips', {
      floatingip: { floating_network_id: outside.id, qos_policy_id: own.id },
    }),
  )
  assert.deepEqual([created.qos_policy_id, created.qos_network_policy_id], [own.id, null])
  const ofNetwork = await made(admin.post('/v2.0/qos/policies', { policy: { name: 'all' } }))
  await admin.put(`/v2.0/networks/${outside.id}`, { network: { qos_policy_id: ofNetwork.id } })
  const path = `/v2.0/floatingips/${created.id}`
  const { floatingip: shown } = (await member.get(path)).body
  assert.deepEqual([shown.qos_policy_id, shown.qos_network_policy_id], [own.id, ofNetwork.id])

  const refused = await managerOf(cloud).delete(`/v2.0/qos/policies/${own.id}`)
  assert.deepEqual(refusal(refused), [409, 'QosPolicyInUse'])
  assert.equal(refused.body.NeutronError.message, `QoS Policy ${own.id} is used by fip ${created.id}.`)
  const cleared = await member.put(path, { floatingip: { qos_policy_id: null } })
  assert.equal(cleared.body.floatingip.qos_policy_id, null)
  assert.equal((await managerOf(cloud).delete(`/v2.0/qos/policies/${own.id}`)).status, 204)
})

test('a router shows the QoS policy of its gateway, and keeps it when other settings change', async () => {
  await using cloud = await startTestNetwork()
  const { admin, member } = cloud
  const { outside, router } = await world(cloud)
  const policy = await policyOf(cloud)
  const path = `/v2.0/routers/${router.id}`
  const set = (gateway: Body, by = member) =>
    by.put(path, { router: { external_gateway_info: { network_id: outside.id, ...gateway } } })
  assert.equal(router.external_gateway_info.qos_policy_id, null)
  const limited = (await set({ qos_policy_id: policy.id })).body.router
  assert.equal(limited.external_gateway_info.qos_policy_id, policy.id)
  const open = (await set({ enable_snat: false }, admin)).body.router
  assert.equal(open.external_gateway_info.qos_policy_id, policy.id)
  const refused = await managerOf(cloud).delete(`/v2.0/qos/policies/${policy.id}`)
  assert.deepEqual(refusal(refused), [409, 'QosPolicyInUse'])
  assert.equal(refused.body.NeutronError.message, `QoS Policy ${policy.id} is used by router ${router.id}.`)
  const cleared = (await set({ qos_policy_id: null })).body.router
  assert.equal(cleared.external_gateway_info.qos_policy_id, null)
  assert.equal((await managerOf(cloud).delete(`/v2.0/qos/policies/${policy.id}`)).status, 204)
})

test("another project's QoS policy is refused for floating IPs and gateways, and nothing changes", async () => {
  await using cloud = await startTestNetwork()
  const { member } = cloud
  const { outside, router } = await world(cloud)
  const foreign = cloud.as('beta', 'manager', 'member', 'reader')
  const policy = await made(foreign.post('/v2.0/qos/policies', { policy: { name: 'theirs' } }))
  const floatingip = { floating_network_id: outside.id, qos_policy_id: policy.id }
  assert.deepEqual(refusal(await member.post('/v2.0/floatingips', { floatingip })), [
    404,
    'QosPolicyNotFound',
  ])
  assert.deepEqual((await member.get('/v2.0/floatingips')).body.floatingips, [])
  const gateway = { network_id: outside.id, qos_policy_id: policy.id }
  const changed = await member.put(`/v2.0/routers/${router.id}`, {
    router: { external_gateway_info: gateway },
  })
  assert.deepEqual(refusal(changed), [404, 'QosPolicyNotFound'])
  const { router: shown } = (await member.get(`/v2.0/routers/${router.id}`)).body
  assert.equal(shown.external_gateway_info.qos_policy_id, null)
})

test('a host limits the floating IPs and gateways of its routers, and follows changes of rules', async () => {
  const running = new Map<string, RunRouter>()
  const driver = {
    ...willingDriver(),
    openRouters: async () => ({
      ensureRouter: async (router: RunRouter) => void running.set(router.id, router),
      removeRouter: async (id: string) => void running.delete(id),
      routers: async () => [...running.keys()],
      openMetadata: async () => [],
      isActive: async () => false,
      watchElections: () => () => {},
      close: async () => {},
    }),
  }
  await using cloud = await startTestNetwork({ driver, routed: true })
  const { admin, member } = cloud
  const { outside, router, port } = await world(cloud)
  const limits = async () => {
    await cloud.settled()
    return running.get(router.id)?.limits
  }
  const floating = await made(
    member.post('/v2.0/floatingips', {
      floatingip: { floating_network_id: outside.id, port_id: port.id },
    }),
  )
  const path = `/v2.0/floatingips/${floating.id}`
  assert.deepEqual(await limits(), [])

  const none = { kbps: 0, burstKbit: 0 }
  const policy = await policyOf(cloud, { max_kbps: 1000, max_burst_kbps: 100 })
  await member.put(path, { floatingip: { qos_policy_id: policy.id } })
  const { gatewayPortId } = running.get(router.id)?.floatingIps[0] ?? { gatewayPortId: '' }
  const of = { address: floating.floating_ip_address, gatewayPortId }
  const egress = { kbps: 1000, burstKbit: 100 }
  assert.deepEqual(await limits(), [{ ...of, egress, ingress: none }])

  const ingress = { max_kbps: 2000, direction: 'ingress' }
  const rule = await made(
    managerOf(cloud).post(`/v2.0/qos/policies/${policy.id}/bandwidth_limit_rules`, {
      bandwidth_limit_rule: ingress,
    }),
  )
  assert.deepEqual(await limits(), [{ ...of, egress, ingress: { kbps: 2000, burstKbit: 0 } }])
  await managerOf(cloud).delete(`/v2.0/qos/policies/${policy.id}/bandwidth_limit_rules/${rule.id}`)
  assert.deepEqual(await limits(), [{ ...of, egress, ingress: none }])

  const gateway = { network_id: outside.id, qos_policy_id: policy.id }
  await member.put(`/v2.0/routers/${router.id}`, { router: { external_gateway_info: gateway } })
  const address = router.external_gateway_info.external_fixed_ips[0].ip_address
  assert.deepEqual(await limits(), [
    { ...of, egress, ingress: none },
    { address, gatewayPortId, egress, ingress: none },
  ])

  await member.put(path, { floatingip: { qos_policy_id: null } })
  await member.put(`/v2.0/routers/${router.id}`, {
    router: { external_gateway_info: { ...gateway, qos_policy_id: null } },
  })
  assert.deepEqual(await limits(), [])
  await admin.put(`/v2.0/networks/${outside.id}`, { network: { qos_policy_id: policy.id } })
  assert.deepEqual((await limits())?.map((limit) => limit.address).sort(), [of.address, address].sort())
})
