import assert from 'node:assert/strict'
import { it } from 'node:test'
import { activeFlow } from '@nimbo/durable/flow-history'
import { signalFlow } from '@nimbo/durable/flow-inbox'
import { fakeHypervisor } from '@nimbo/hypervisor-fake/fake-hypervisor'
import { newId } from '@nimbo/kernel/ids'
import { eventually } from '@nimbo/testing/eventually'
import { bootServerFlow } from '../../src/domain/flow-kinds.ts'
import type { Hypervisor } from '../../src/driver/hypervisor.ts'
import type { BuildAnswer } from '../../src/flows/boot-server/build-answer.ts'
import { computeCloud } from './compute-cloud.ts'

/** Two hosts; the first that is to spawn a domain waits there for `release`. */
const firstStandsStill = () => {
  const begun = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  let spawns = 0
  const hypervisors = fakeHypervisor({ hosts: ['a', 'b'] }).hypervisors.map(({ host, driver }) => {
    const spawning: Hypervisor['spawning'] = {
      ...driver.spawning,
      spawn: async (order, plugged) => {
        spawns += 1
        if (spawns === 1) {
          begun.resolve()
          await release.promise
        }
        await driver.spawning.spawn(order, plugged)
      },
    }
    return { host, driver: { ...driver, spawning } }
  })
  return { hypervisors, begun: begun.promise, release: release.resolve }
}

const emptyDisk = () => ({
  ...{ id: newId(), sourceType: 'blank' as const, destinationType: 'volume' as const },
  ...{ volumeSizeGb: 1, bootIndex: -1, deleteOnTermination: true },
})

it('a host that resumes a build that was given to another host removes nothing of the other’s', async () => {
  const { hypervisors, begun, release } = firstStandsStill()
  await using cloud = await computeCloud(hypervisors)
  const serverId = await cloud.boot({ build: { blockDevices: [emptyDisk()] } })
  await begun
  const slow = (await cloud.server(serverId))?.host
  assert.ok(slow)
  const cell = cloud.everyCell.find(({ name }) => name === 'cell1')
  await cell?.db.updateTable('services').set({ forced_down: 1 }).where('host', '=', slow).execute()
  const gaveUp: BuildAnswer = {
    ...{ outcome: 'failed', host: slow, code: 'ComputeHostDown', message: 'it is down', elsewhere: true },
  }
  const flow = { name: bootServerFlow.name, subject: serverId }
  const told = await signalFlow(cloud.databases.api as never, cloud.setup.clock, flow, gaveUp)
  assert.ok(told)
  cloud.wake(told)
  await eventually(async () => assert.equal(await activeFlow(cloud.databases.api, flow), undefined))
  const taken = async () => {
    const server = await cloud.server(serverId)
    return {
      ...{ state: server?.vmState, elsewhere: server?.host !== slow },
      ports: [...cloud.ports.values()].map((port) => port['binding:host_id'] === server?.host),
      attachments: [...cloud.attachments.values()].map(({ status }) => status),
    }
  }
  const whole = { state: 'active', elsewhere: true, ports: [true], attachments: ['attached'] }
  assert.deepEqual(await taken(), whole)

  release()
  await cloud.settled()
  assert.deepEqual(await taken(), whole)
  const left = hypervisors.find(({ host }) => host === slow)
  assert.deepEqual(await left?.driver.host.list(), [])
})
