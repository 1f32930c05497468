import assert from 'node:assert/strict'
import type { SpawnOrder } from '@nimbo/compute/driver/hypervisor'
import type { ServerId } from '@nimbo/kernel/ids'
import type { UntidyCloud } from '../untidy-cloud.ts'

export const spawnOn = async ({ cloud }: UntidyCloud, host: string, id: string): Promise<void> => {
  const order: SpawnOrder = {
    ...{ id: id as ServerId, node: host, name: 'instance-0000ffff', vcpus: 1, memoryMb: 64 },
    ...{ rootDisk: { from: 'volume' as const }, ephemeralGb: 0, swapMb: 0, localDisks: [], extraSpecs: {} },
    ...{ imageProperties: {}, vifs: [], volumes: [] },
    owner: { userName: 'a', projectName: 'a', flavorName: 'a' },
  }
  await driverOf(cloud, host).spawning.spawn(order, async () => {})
}

export const driverOf = ({ drivers }: UntidyCloud['cloud'], name: string) => {
  const found = drivers.hypervisors.find(({ host }) => host === name)
  assert.ok(found)
  return found.driver
}

export const domainsOn = async ({ cloud }: UntidyCloud, host: string): Promise<readonly string[]> =>
  (await driverOf(cloud, host).host.list()).map(({ id }) => id)
