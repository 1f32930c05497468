import assert from 'node:assert/strict'
import { it } from 'node:test'
import { startTestCloud } from '@nimbo/testkit/start-test-cloud'

// The quota check counted all ports of a project for each new one, so this became slower with every port; now a count is kept.
it('keeps the count of ports correct through bulk creates, router interfaces, refusals and deletes', async () => {
  await using cloud = await startTestCloud({ hosts: 1 })
  const { projectId, network } = await cloud.person('ada')
  const admin = cloud.admin.network
  const made = async (kind: string, body: object): Promise<string> => {
    const reply = await network.post(`/v2.0/${kind}s`, { [kind]: body })
    assert.equal(reply.status, 201, JSON.stringify(reply.body))
    return reply.body[kind].id
  }
  const check = async (): Promise<number> => {
    const listed = (await admin.get(`/v2.0/ports?project_id=${projectId}`)).body.ports.length
    const { quota } = (await admin.get(`/v2.0/quotas/${projectId}/details.json`)).body
    assert.equal(quota.port.used, listed)
    const { findings } = (await admin.get('/v2.0/nimbo-audit?grace=0')).body.audit
    assert.deepEqual(
      findings.filter(({ kind }: { kind: string }) => kind === 'ports-miscounted'),
      [],
    )
    return listed
  }
  const network_id = await made('network', {})
  const subnet_id = await made('subnet', { network_id, cidr: '10.0.0.0/24', ip_version: 4 })
  const router = await made('router', {})
  await network.put(`/v2.0/routers/${router}/add_router_interface`, { subnet_id })
  const port = { network_id }
  const bulk = await network.post('/v2.0/ports', { ports: [port, port, port] })
  assert.equal(bulk.status, 201)
  const before = await check()
  assert.ok(before >= 4)

  await admin.put(`/v2.0/quotas/${projectId}`, { quota: { port: before + 1 } })
  assert.equal((await network.post('/v2.0/ports', { ports: [port, port] })).status, 409)
  assert.equal(await check(), before)
  await made('port', port)
  assert.equal((await network.post('/v2.0/ports', { port })).status, 409)

  const own: readonly { id: string }[] = (await network.get('/v2.0/ports?device_owner=')).body.ports
  for (const { id } of own) await network.delete(`/v2.0/ports/${id}`)
  await network.put(`/v2.0/routers/${router}/remove_router_interface`, { subnet_id })
  await check()
  assert.equal((await network.delete(`/v2.0/networks/${network_id}`)).status, 204)
  assert.equal(await check(), 0)
})
