import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Body, type Reply, startTestNetwork } from '../../../test/test-network.ts'

const refusal = ({ status, body }: Reply) => [status, body.NeutronError?.type]

test('metering label rules must not overlap in one direction, and are deleted with their label', async () => {
  await using cloud = await startTestNetwork()
  const manager = cloud.as('alpha', 'manager', 'member', 'reader')
  const labels = '/v2.0/metering/metering-labels'
  const rules = '/v2.0/metering/metering-label-rules'
  assert.equal((await cloud.member.post(labels, { metering_label: { name: 'out' } })).status, 403)
  const made = await manager.post(labels, { metering_label: { name: 'out' } })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  const { id, ...label } = made.body.metering_label
  assert.deepEqual(label, {
    ...{ name: 'out', description: '', shared: false },
    ...{ project_id: 'alpha', tenant_id: 'alpha' },
  })
  const add = (parts: Body) =>
    manager.post(rules, { metering_label_rule: { metering_label_id: id, ...parts } })
  const rule = await add({ remote_ip_prefix: '10.0.0.0/16' })
  assert.equal(rule.status, 201, JSON.stringify(rule.body))
  assert.deepEqual(
    [rule.body.metering_label_rule.direction, rule.body.metering_label_rule.excluded],
    ['ingress', false],
  )
  assert.deepEqual(refusal(await add({ remote_ip_prefix: '10.0.1.0/24' })), [
    409,
    'MeteringLabelRuleOverlaps',
  ])
  assert.equal((await add({ remote_ip_prefix: '10.0.1.0/24', direction: 'egress' })).status, 201)
  assert.deepEqual(refusal(await add({})), [400, 'HTTPBadRequest'])
  const both = { remote_ip_prefix: '192.0.2.0/24', source_ip_prefix: '198.51.100.0/24' }
  assert.deepEqual(refusal(await add(both)), [400, 'HTTPBadRequest'])
  assert.equal((await manager.get(rules)).body.metering_label_rules.length, 2)
  const foreign = cloud.as('beta', 'manager', 'reader')
  assert.deepEqual((await foreign.get(rules)).body.metering_label_rules, [])
  assert.deepEqual(refusal(await foreign.delete(`${labels}/${id}`)), [404, 'MeteringLabelNotFound'])
  assert.equal((await manager.delete(`${rules}/${rule.body.metering_label_rule.id}`)).status, 204)
  assert.equal((await manager.delete(`${labels}/${id}`)).status, 204)
  assert.deepEqual((await manager.get(rules)).body.metering_label_rules, [])
})
