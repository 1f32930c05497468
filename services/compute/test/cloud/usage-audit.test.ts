import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fakeHypervisor } from '@nimbo/hypervisor-fake/fake-hypervisor'
import { eventually } from '@nimbo/testing/eventually'
import { type CloudShape, computeCloud } from './compute-cloud.ts'

const cloudWith = (shape: CloudShape) => computeCloud(fakeHypervisor().hypervisors, undefined, shape)

/** The hosts with a row in the task log. */
const audited = async ({ everyCell }: Awaited<ReturnType<typeof cloudWith>>): Promise<readonly string[]> => {
  const rows = everyCell.map(({ db }) => db.selectFrom('task_log').select('host').execute())
  return (await Promise.all(rows)).flat().map(({ host }) => host)
}

test('a conductor audits the usage of its hosts when it starts, if instance_usage_audit is set', async () => {
  await using cloud = await cloudWith({ usageAudit: true })
  await eventually(async () => assert.equal((await audited(cloud)).length, 1))
})

test('a conductor audits no usage by default', async () => {
  await using cloud = await cloudWith({})
  await cloud.boot()
  await cloud.settled()
  assert.deepEqual(await audited(cloud), [])
})
