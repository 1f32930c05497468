import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { clientEnvironment } from '@nimbo/testkit/client-environment'
import {
  type OpenstackClient,
  openstackClient,
  openstackClientMissing,
} from '@nimbo/testkit/openstack-client'
import { startTestCloud, type TestCloud } from '@nimbo/testkit/start-test-cloud'

/** Debian's python3-gnocchiclient and python3-aodhclient, which add their commands to `openstack`. */
describe('telemetry by openstack with the plug-ins gnocchiclient and aodhclient', {
  skip: openstackClientMissing,
}, () => {
  let cloud: TestCloud
  let openstack: OpenstackClient
  const resource = randomUUID()
  before(async () => {
    cloud = await startTestCloud()
    openstack = openstackClient(await clientEnvironment(cloud))
  })
  after(() => cloud[Symbol.asyncDispose]())

  it('stores, shows and aggregates measures of a resource, and finds the resource', async () => {
    const policies = await openstack.json('metric', 'archive-policy', 'list')
    assert.ok(policies.some(({ name }: { name: string }) => name === 'ceilometer-low-rate'))
    const made = await openstack.json(
      ...['metric', 'resource', 'create', '--type', 'generic', '--create-metric', 'load:medium', resource],
    )
    assert.equal(made.id, resource)
    const measures = ['-m', '2026-01-31T10:00:00@4', '-m', '2026-01-31T10:00:30@6']
    await openstack.run('metric', 'measures', 'add', '-r', resource, ...measures, 'load')
    const words = ['metric', 'measures', 'show', '--refresh', '--granularity', '60', '-r', resource, 'load']
    assert.deepEqual(
      (await openstack.json(...words)).map(({ value }: { value: number }) => value),
      [5],
    )
    const sum = await openstack.json('metric', 'aggregates', `(* (metric ${made.metrics.load} mean) 2)`)
    assert.ok(sum.some(({ value }: { value: number }) => value === 10))
    const found = await openstack.json('metric', 'resource', 'search', `id = '${resource}'`)
    assert.deepEqual(
      found.map(({ id }: { id: string }) => id),
      [resource],
    )
  })

  it('creates, lists, updates and deletes alarms, and shows their history', async () => {
    const rule = ['--metric', 'load', '--resource-id', resource, '--resource-type', 'generic']
    const threshold = ['--threshold', '50', '--aggregation-method', 'mean', '--comparison-operator', 'gt']
    const made = await openstack.json(
      ...['alarm', 'create', '--name', 'hot', '--type', 'gnocchi_resources_threshold'],
      ...rule,
      ...threshold,
      // Disabled, because the evaluator would change its state.
      ...['--alarm-action', 'log://', '--enabled', 'False'],
    )
    assert.equal(made.state, 'insufficient data')
    const listed = await openstack.json('alarm', 'list')
    assert.deepEqual(
      listed.map(({ name }: { name: string }) => name),
      ['hot'],
    )
    await openstack.run('alarm', 'state', 'set', '--state', 'ok', made.alarm_id)
    const updated = await openstack.json('alarm', 'update', '--severity', 'critical', made.alarm_id)
    assert.equal(updated.severity, 'critical')
    const history = await openstack.json('alarm-history', 'show', made.alarm_id)
    assert.equal(history.length, 3)
    await openstack.run('alarm', 'delete', made.alarm_id)
  })
})
