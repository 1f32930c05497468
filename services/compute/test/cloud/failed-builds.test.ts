import assert from 'node:assert/strict'
import { it } from 'node:test'
import { fakeHypervisor } from '@nimbo/hypervisor-fake/fake-hypervisor'
import { computeNodes } from '../../src/db/hosts/compute-nodes.ts'
import { type CloudShape, computeCloud } from './compute-cloud.ts'

const failedBuilds = async (compute: NonNullable<CloudShape['compute']>) => {
  const fake = fakeHypervisor().failOn('spawn', { times: 1 })
  await using cloud = await computeCloud(fake.hypervisors, async () => {}, { compute })
  await cloud.boot()
  await cloud.settled()
  const [, cell1] = cloud.everyCell
  const nodes = await computeNodes(await cloud.databases.cell(cell1?.id ?? ''), cloud.setup.clock).list()
  return nodes.map((node) => node.failed_builds)
}

it('failed builds are counted for a host unless consecutive_build_service_disable_threshold is 0', async () => {
  assert.deepEqual(await failedBuilds({}), [1])
  assert.deepEqual(await failedBuilds({ consecutive_build_service_disable_threshold: 0 }), [0])
})
