import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { systemClock as clock } from '@nimbo/kernel/clock'
import { internalContext } from '@nimbo/kernel/context'
import { newId, type ServerId } from '@nimbo/kernel/ids'
import { silentLog } from '@nimbo/kernel/log'
import { testDatabases } from '@nimbo/testing/test-databases'
import { sampleBuild } from '../../test/cloud/compute-cloud.ts'
import { buildRequests } from '../db/servers/build-requests.ts'
import { defaultCells } from '../db/cells/ensure-cells.ts'
import { openTestCells } from '../db/cells/open-cells.testing.ts'
import { instanceMappings } from '../db/cells/instance-mappings.ts'
import { instances } from '../db/servers/instances.ts'
import { requestSpecs } from '../db/servers/request-specs.ts'
import { sampleRequest } from '../domain/scheduling/host-state.testing.ts'
import { sampleServer } from '../domain/servers/server.testing.ts'
import type { Server } from '../domain/servers/server.ts'
import type { ComputeApiDeps } from './app.ts'
import { deliverEvents } from './deliver-events.ts'

const home = defaultCells[1]?.id ?? ''

/** A cell with the servers given; `told` records the events passed on to hosts, and the volumes extended. */
const cloudWith = async (servers: readonly Server[]) => {
  const memory = testDatabases()
  const { databases } = await openTestCells({ ...memory, clock })
  const cell = await databases.cell(home)
  for (const server of servers) {
    await instanceMappings(databases.api, clock).insert(server.id, server.projectId, server.userId)
    await instanceMappings(databases.api, clock).setCell(server.id, home)
    await instances(cell, clock).create(server)
  }
  const told: string[] = []
  const computeHost = {
    externalEvents: async (_ctx: unknown, { host, events }: { host: string; events: readonly object[] }) =>
      void told.push(`${host} ${events.map((event) => ('name' in event ? event.name : '')).join()}`),
  } as unknown as ComputeApiDeps['computeHost']
  const extendVolume = async (_: unknown, server: string, volume: string) =>
    void told.push(`${server} ${volume}`)
  const deliver = deliverEvents({ databases, clock, computeHost, log: silentLog, extendVolume })
  return {
    databases,
    told,
    codes: async (events: Parameters<typeof deliver>[1]) =>
      (await deliver(internalContext(), events)).map(({ code }) => code),
    [Symbol.asyncDispose]: () => memory.close(),
  }
}

const eventOf = (server: Pick<Server, 'id'>, name: string) => ({ name, server_uuid: server.id })

describe('the external events of other services', () => {
  it('are passed on to the hosts of their servers, in one call for each host', async () => {
    const [one, two, other] = [
      sampleServer({ number: 1, host: 'a' }),
      sampleServer({ number: 2, host: 'a' }),
      sampleServer({ number: 3, host: 'b' }),
    ]
    await using cloud = await cloudWith([one, two, other])
    const events = [one, two, other].map((server) => eventOf(server, 'network-vif-plugged'))
    assert.deepEqual(await cloud.codes(events), [200, 200, 200])
    assert.deepEqual(cloud.told.toSorted(), [
      'a network-vif-plugged,network-vif-plugged',
      'b network-vif-plugged',
    ])
  })

  it('are not passed on if they report an unplugged port of a server that is being deleted', async () => {
    const server = sampleServer({ host: 'a', taskState: 'deleting' })
    await using cloud = await cloudWith([server])
    assert.deepEqual(await cloud.codes([eventOf(server, 'network-vif-deleted')]), [200])
    assert.deepEqual(cloud.told, [])
    await cloud.codes([eventOf(server, 'network-vif-plugged')])
    assert.deepEqual(cloud.told, ['a network-vif-plugged'])
  })

  it('extend the volume of the server when they say that it has grown', async () => {
    const server = sampleServer({ host: 'a' })
    await using cloud = await cloudWith([server])
    assert.deepEqual(await cloud.codes([{ ...eventOf(server, 'volume-extended'), tag: 'v' }]), [200])
    assert.deepEqual(cloud.told, [`${server.id} v`])
  })

  it('get the code 422 for a server that has no host yet, and 404 for an unknown server', async () => {
    const hostless = sampleServer({ number: 1, host: null, vmState: 'building' })
    const serverId = newId<ServerId>()
    const spec = { ...sampleRequest().spec, serverId }
    await using cloud = await cloudWith([hostless])
    const { api } = cloud.databases
    await instanceMappings(api, clock).insert(serverId, spec.projectId, spec.userId)
    await requestSpecs(api, clock).insert(spec)
    await buildRequests(api, clock).insert(spec, sampleBuild(serverId))
    const asked = [hostless, { id: serverId }, { id: newId<ServerId>() }]
    const events = asked.map((server) => eventOf(server, 'network-vif-plugged'))
    assert.deepEqual(await cloud.codes(events), [422, 422, 404])
    assert.deepEqual(cloud.told, [])
  })
})
