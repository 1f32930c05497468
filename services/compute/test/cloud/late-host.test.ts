import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { activeFlow } from '@nimbo/durable/flow-history'
import { signalFlow } from '@nimbo/durable/flow-inbox'
import { fakeHypervisor } from '@nimbo/hypervisor-fake/fake-hypervisor'
import { newId, type ServerId } from '@nimbo/kernel/ids'
import { eventually } from '@nimbo/testing/eventually'
import { bootServerFlow } from '../../src/domain/flow-kinds.ts'
import type { BuildAnswer } from '../../src/flows/boot-server/build-answer.ts'
import { computeCloud } from './compute-cloud.ts'

type Cloud = Awaited<ReturnType<typeof computeCloud>>

/** Hosts, with the names of those that have removed a server. */
const notingHosts = (names: readonly string[]) => {
  const removed = new Set<string>()
  const hypervisors = fakeHypervisor({ hosts: names }).hypervisors.map(({ host, driver }) => ({
    host,
    driver: {
      ...driver,
      spawning: {
        ...driver.spawning,
        destroy: async (id: ServerId) => {
          removed.add(host)
          await driver.spawning.destroy(id)
        },
      },
    },
  }))
  return { hypervisors, removed }
}

type Hosts = ReturnType<typeof notingHosts>

/** ACTIVE on one host with all it needs and nothing elsewhere, or in ERROR with only the user’s own volume left. */
const assertWholeOrClean = async (cloud: Cloud, { hypervisors }: Hosts, serverId: ServerId) => {
  const server = await cloud.server(serverId)
  const [domains, nodes] = [new Map<string, readonly ServerId[]>(), new Map<string, string>()]
  for (const { host, driver } of hypervisors)
    domains.set(
      host,
      (await driver.host.list()).map(({ id }) => id),
    )
  for (const [id, { name }] of cloud.providers) nodes.set(id, name)
  const seen = {
    state: server?.vmState,
    claims: Object.keys(cloud.allocations.get(serverId) ?? {}).map((id) => nodes.get(id)),
    ports: [...cloud.ports.values()].map((port) => port['binding:host_id']),
    attachments: [...cloud.attachments.values()].map(({ status }) => status),
    volumes: cloud.volumes.size,
    domains: [...domains].filter(([, ids]) => ids.includes(serverId)).map(([host]) => host),
  }
  const whole = { state: 'active', attachments: ['attached', 'attached'], volumes: 2 }
  const here = [server?.host]
  assert.deepEqual(
    seen,
    server?.vmState === 'active' && server.host !== null
      ? { ...whole, claims: here, ports: here, domains: here }
      : { state: 'error', claims: [], ports: [], attachments: [], volumes: 1, domains: [] },
  )
  return { state: server?.vmState, host: server?.host }
}

/**
 * A host reports that it has built a server, while the conductor takes it for down and tries the others: the report arrives
 * before the `arrives`-th message or call from then on, or (0) before the conductor gives the host up. Returns what became of
 * the server, and the number of messages and calls.
 */
const finishingLate = async (hosts: Hosts, arrives: number) => {
  const [held, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let [words, slow, givenUp] = [0, '', false]
  const serverId = ((): ServerId => newId())()
  const arrived = async (): Promise<void> => {
    release.resolve()
    await eventually(
      async () => assert.ok(hosts.removed.has(slow) || (await cloud.server(serverId))?.launchedOn === slow),
      { everyMs: 1 },
    )
  }
  const before = async (moment: string): Promise<void> => {
    if (moment === 'call buildFinished' && !givenUp && slow === '') {
      held.resolve()
      await release.promise
    } else if (givenUp && ++words === arrives) await arrived()
  }
  await using cloud = await computeCloud(hosts.hypervisors, before)
  const { id: volumeId } = await cloud.clients.volume.create(cloud.setup.ctx, { size: 1 })
  const own = {
    id: newId(),
    sourceType: 'volume',
    destinationType: 'volume',
    volumeId,
    bootIndex: 0,
  } as const
  const blank = { id: newId(), sourceType: 'blank', destinationType: 'volume', volumeSizeGb: 1 } as const
  const blockDevices = [
    { ...own, deleteOnTermination: false },
    { ...blank, bootIndex: -1, deleteOnTermination: true },
  ]
  await cloud.boot({ serverId, build: { blockDevices } })
  await held.promise
  slow = (await cloud.server(serverId))?.host ?? ''
  const cell = cloud.everyCell.find(({ name }) => name === 'cell1')
  await cell?.db.updateTable('services').set({ forced_down: 1 }).where('host', '=', slow).execute()
  if (arrives === 0) await arrived()
  givenUp = true
  const flow = { name: bootServerFlow.name, subject: serverId }
  const gaveUp: BuildAnswer = {
    ...{ outcome: 'failed', host: slow, code: 'ComputeHostDown', message: 'it is down', elsewhere: true },
  }
  await signalFlow(cloud.databases.api as never, cloud.setup.clock, flow, gaveUp)
  await cloud.lapse()
  await eventually(async () => assert.equal(await activeFlow(cloud.databases.api, flow), undefined))
  if (arrives > words) await arrived()
  await cloud.settled()
  const end = await eventually(() => assertWholeOrClean(cloud, hosts, serverId))
  return { ...end, words, isLate: end.host !== slow }
}

describe('a host that reports a finished build while the conductor gives the host up', () => {
  it('keeps the server if its report arrives first', async () => {
    const { state, isLate } = await finishingLate(notingHosts(['a', 'b']), 0)
    assert.deepEqual([state, isLate], ['active', false])
  })

  for (const [what, names, becomes] of [
    ['for another host', ['a', 'b'], 'active'],
    ['for good, as there is no other host', ['a'], 'error'],
  ] as const)
    it(`loses the server whenever its report arrives after the build was taken away ${what}`, async () => {
      const { words } = await finishingLate(notingHosts(names), Number.POSITIVE_INFINITY)
      assert.ok(words > 3, `there were ${words} messages and calls`)
      for (let arrives = 1; arrives <= words; arrives += 1) {
        const { state, isLate } = await finishingLate(notingHosts(names), arrives)
        assert.deepEqual([arrives, state, isLate], [arrives, becomes, true])
      }
    })
})
