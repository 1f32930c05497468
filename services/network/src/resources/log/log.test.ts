import assert from 'node:assert/strict'
import { test } from 'node:test'
import { networkPlugin } from '@nimbo/contracts/network/agent-rpc'
import { internalContext } from '@nimbo/kernel/context'
import { rpcClient } from '@nimbo/rpc/rpc-client'
import { type Body, type Client, type Reply, startTestNetwork } from '../../../test/test-network.ts'

const refusal = ({ status, body }: Reply) => [status, body.NeutronError?.type]

const made = async (client: Client, path: string, body: Body): Promise<Body> => {
  const reply = await client.post(`/v2.0/${path}`, body)
  assert.equal(reply.status, 201, JSON.stringify(reply.body))
  return Object.values(reply.body)[0]
}

const nobody = '00000000-0000-4000-8000-000000000000'

test('a project manager creates, changes and deletes logs of security groups; a member cannot', async () => {
  await using cloud = await startTestNetwork()
  const { member } = cloud
  const manager = cloud.as('alpha', 'manager', 'member', 'reader')
  const create = (log: Body) =>
    manager.post('/v2.0/log/logs', { log: { resource_type: 'security_group', ...log } })
  assert.deepEqual((await manager.get('/v2.0/log/loggable-resources')).body, {
    loggable_resources: [{ type: 'security_group' }],
  })
  assert.equal((await member.get('/v2.0/log/loggable-resources')).status, 403)
  assert.equal(
    (await member.post('/v2.0/log/logs', { log: { resource_type: 'security_group' } })).status,
    403,
  )

  assert.deepEqual(refusal(await create({ resource_type: 'router' })), [400, 'InvalidLogResourceType'])
  assert.deepEqual(refusal(await create({ resource_id: nobody })), [404, 'ResourceNotFound'])
  assert.deepEqual(refusal(await create({ target_id: nobody })), [404, 'TargetResourceNotFound'])
  assert.equal((await create({ event: 'SOME' })).status, 400)
  const network = await made(member, 'networks', { network: {} })
  const port = await made(member, 'ports', { port: { network_id: network.id } })
  const other = await made(member, 'security-groups', { security_group: { name: 'other' } })
  assert.deepEqual(refusal(await create({ resource_id: other.id, target_id: port.id })), [
    400,
    'InvalidResourceConstraint',
  ])
  const { log } = (await create({ name: 'drops', event: 'DROP', target_id: port.id })).body
  assert.deepEqual(
    [log.name, log.event, log.enabled, log.resource_id, log.target_id],
    ['drops', 'DROP', true, null, port.id],
  )
  const path = `/v2.0/log/logs/${log.id}`
  assert.equal(
    (await manager.put(path, { log: { event: 'ALL' } })).status,
    400,
    'the event of a log cannot be changed',
  )
  assert.equal((await manager.put(path, { log: { enabled: false } })).body.log.enabled, false)
  assert.equal((await member.get(path)).status, 404)
  assert.deepEqual((await member.get('/v2.0/log/logs')).body.logs, [])
  assert.deepEqual(
    (await manager.get('/v2.0/log/logs?event=DROP')).body.logs.map(({ id }: Body) => id),
    [log.id],
  )
  const ofGroup = (await create({ resource_id: other.id })).body.log
  assert.equal((await member.delete(`/v2.0/security-groups/${other.id}`)).status, 204)
  assert.equal(
    (await manager.get(`/v2.0/log/logs/${ofGroup.id}`)).status,
    404,
    'the log is deleted with its security group',
  )
  assert.equal((await manager.delete(path)).status, 204)
  assert.deepEqual(refusal(await manager.get(path)), [404, 'LogResourceNotFound'])
})

test('hosts get, for each port, the enabled logs of it, its security groups or its project', async () => {
  await using cloud = await startTestNetwork()
  const { admin } = cloud
  const network = await made(admin, 'networks', { network: {} })
  const asked = { network_id: network.id, 'binding:host_id': 'host-1', device_owner: 'compute:nova' }
  const group = await made(admin, 'security-groups', { security_group: { name: 'watched' } })
  const one = await made(admin, 'ports', { port: { ...asked, security_groups: [group.id] } })
  const two = await made(admin, 'ports', { port: asked })
  const plugin = rpcClient(cloud.bus, networkPlugin).on()
  const written = async () => {
    const { ports } = await plugin.ports(internalContext(), { host: 'host-1' })
    const of = ({ id }: Body) =>
      (ports.find((each) => each.id === id)?.logs ?? []).map(({ id: logId, event }) => [logId, event])
    return [of(one), of(two)]
  }
  const create = (log: Body): Promise<Body> =>
    made(admin, 'log/logs', { log: { resource_type: 'security_group', ...log } })
  assert.deepEqual(await written(), [[], []])
  const ofGroup = await create({ resource_id: group.id, event: 'ACCEPT' })
  assert.deepEqual(await written(), [[[ofGroup.id, 'ACCEPT']], []])
  const ofPort = await create({ target_id: two.id, event: 'DROP' })
  assert.deepEqual(await written(), [[[ofGroup.id, 'ACCEPT']], [[ofPort.id, 'DROP']]])
  await admin.put(`/v2.0/log/logs/${ofGroup.id}`, { log: { enabled: false } })
  await admin.delete(`/v2.0/log/logs/${ofPort.id}`)
  const ofProject = await create({})
  assert.deepEqual(await written(), [[[ofProject.id, 'ALL']], [[ofProject.id, 'ALL']]])
})
