import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { receiveAll, telling } from '@nimbo/testkit/received-notifications'
import { type Body, startTestNetwork, type TestNetwork } from './test-network.ts'

const named = (name: string, ...verbs: readonly string[]): readonly string[] =>
  verbs.flatMap((verb) => [`${name}.${verb}.start`, `${name}.${verb}.end`])

const made = async (cloud: TestNetwork, path: string, body: Body): Promise<Body> => {
  const reply = await cloud.admin.post(`/v2.0/${path}`, body)
  assert.equal(reply.status, 201, JSON.stringify(reply.body))
  return Object.values(reply.body)[0]
}

describe('notifications of the network service', () => {
  it('announce every creation, change and deletion of a resource, in order', async () => {
    await using cloud = await startTestNetwork({ config: telling })
    await using heard = await receiveAll(cloud.bus)
    const { admin, settled } = cloud
    const network = await made(cloud, 'networks', { network: { name: 'blue' } })
    const subnet = await made(cloud, 'subnets', {
      subnet: { network_id: network.id, cidr: '10.1.0.0/24', ip_version: 4 },
    })
    const port = await made(cloud, 'ports', { port: { network_id: network.id } })
    const group = await made(cloud, 'security-groups', { security_group: { name: 'web' } })
    const rule = await made(cloud, 'security-group-rules', {
      security_group_rule: { security_group_id: group.id, direction: 'ingress', protocol: 'tcp' },
    })
    await admin.put(`/v2.0/networks/${network.id}`, { network: { name: 'green' } })
    await admin.put(`/v2.0/subnets/${subnet.id}`, { subnet: { name: 'green' } })
    await admin.put(`/v2.0/ports/${port.id}`, { port: { name: 'green' } })
    await admin.put(`/v2.0/security-groups/${group.id}`, { security_group: { name: 'green' } })
    await admin.put(`/v2.0/networks/${network.id}/tags/quick`, {})
    await admin.put(`/v2.0/networks/${network.id}/tags`, { tags: ['slow'] })
    await admin.delete(`/v2.0/networks/${network.id}/tags/slow`)
    await admin.delete(`/v2.0/networks/${network.id}/tags`)
    for (const path of [
      `ports/${port.id}`,
      `security-group-rules/${rule.id}`,
      `security-groups/${group.id}`,
      `subnets/${subnet.id}`,
      `networks/${network.id}`,
    ])
      assert.equal((await admin.delete(`/v2.0/${path}`)).status, 204, path)
    await settled()

    const of = (name: string) => heard.events().filter((event) => event.startsWith(`${name}.`))
    assert.deepEqual(of('network'), named('network', 'create', 'update', 'delete'))
    assert.deepEqual(of('subnet'), named('subnet', 'create', 'update', 'delete'))
    assert.deepEqual(of('port'), named('port', 'create', 'update', 'delete'))
    assert.deepEqual(of('security_group'), named('security_group', 'create', 'update', 'delete'))
    assert.deepEqual(of('security_group_rule'), named('security_group_rule', 'create', 'delete'))
    assert.deepEqual(of('tag'), named('tag', 'create', 'update', 'delete', 'delete_all'))
    await heard.assertDeclared()
  })

  it('contain the whole resource with its admin-only attributes, and the deleted one on deletion', async () => {
    await using cloud = await startTestNetwork({ config: telling })
    await using heard = await receiveAll(cloud.bus)
    const { member, settled } = cloud
    const { body } = await member.post('/v2.0/networks', { network: { name: 'blue' } })
    const { id } = body.network
    await member.delete(`/v2.0/networks/${id}`)
    await settled()
    const created = heard.last('network.create.end')
    const { network } = created.payload as Body
    assert.deepEqual(
      [network.id, network.name, network.tenant_id, network['provider:network_type']],
      [id, 'blue', 'alpha', 'vxlan'],
    )
    assert.match(created.publisher_id, /^network\../)
    assert.equal(created._context_project_id, 'alpha')
    const deleted = heard.last('network.delete.end').payload as Body
    assert.deepEqual([deleted.network_id, deleted.network.name], [id, 'blue'])
  })

  it('announce changes of quotas and agents', async () => {
    await using cloud = await startTestNetwork({ config: telling })
    await using heard = await receiveAll(cloud.bus)
    const { admin, settled } = cloud
    await admin.put('/v2.0/quotas/alpha', { quota: { network: 7 } })
    await admin.delete('/v2.0/quotas/alpha')
    const [agent] = (await admin.get('/v2.0/agents')).body.agents
    await admin.put(`/v2.0/agents/${agent.id}`, { agent: { description: 'old' } })
    await admin.put(`/v2.0/agents/${agent.id}`, { agent: { admin_state_up: false } })
    await admin.delete(`/v2.0/agents/${agent.id}`)
    await settled()
    // Only the notifications of one resource are ordered.
    const of = (kind: string): readonly string[] =>
      heard.events().filter((event) => event.startsWith(`${kind}.`))
    assert.deepEqual(of('quota'), named('quota', 'update', 'delete'))
    assert.deepEqual(of('agent'), named('agent', 'update', 'update', 'delete'))
    await heard.assertDeclared()
  })

  it('are not sent for a refused request', async () => {
    await using cloud = await startTestNetwork({ config: telling })
    await using heard = await receiveAll(cloud.bus)
    const { member, settled } = cloud
    const { body } = await member.post('/v2.0/networks', { network: {} })
    const bad = { subnet: { network_id: body.network.id, cidr: '10.1.0.0/40', ip_version: 4 } }
    assert.equal((await member.post('/v2.0/subnets', bad)).status, 400)
    await settled()
    assert.deepEqual(heard.events(), named('network', 'create'))
  })

  it('are not sent unless the operator configures them', async () => {
    await using cloud = await startTestNetwork()
    await using heard = await receiveAll(cloud.bus)
    await cloud.member.post('/v2.0/networks', { network: {} })
    await cloud.settled()
    assert.deepEqual(heard.events(), [])
  })
})
