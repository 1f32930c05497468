import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { systemClock } from '@nimbo/kernel/clock'
import { internalContext } from '@nimbo/kernel/context'
import { Fault } from '@nimbo/kernel/errors'
import { newId, type ServerId } from '@nimbo/kernel/ids'
import { silentLog } from '@nimbo/kernel/log'
import { testDatabases } from '@nimbo/testkit/test-databases'
import { discardSpans } from '@nimbo/trace/span'
import { tracer } from '@nimbo/trace/tracer'
import { locateServer } from '../../app/find-server.ts'
import { defaultCells } from '../../cells/ensure-cells.ts'
import { openTestCells } from '../../cells/open-cells.testing.ts'
import { buildRequests } from '../../db/build-requests.ts'
import { instanceMappings } from '../../db/instance-mappings.ts'
import { instances } from '../../db/instances.ts'
import { requestSpecs } from '../../db/request-specs.ts'
import { sampleRequest } from '../../domain/scheduling/host-state.testing.ts'
import { sampleBuild } from '../../service/compute-cloud.testing.ts'
import { fakeServices } from '../../service/fake-services.testing.ts'
import { buryServer } from './bury-server.ts'
import { enterCell } from './create-in-cell.ts'

const clock = systemClock
const ctx = internalContext()
const home = defaultCells[1]?.id ?? ''

/** A database whose process dies when it begins a transaction. */
const dying = <Database extends object>(database: Database): Database =>
  new Proxy(database, {
    get: (target, name) => {
      if (name === 'transaction') throw new Error('the process is killed here')
      const member: unknown = Reflect.get(target, name, target)
      return typeof member === 'function' ? member.bind(target) : member
    },
  })

describe('a conductor that dies while a server enters its cell', () => {
  it('leaves nothing hidden in the cell when the server is deleted at that moment', async () => {
    const memory = testDatabases()
    const { databases, everyCell } = await openTestCells({ ...memory, clock })
    const serverId = newId<ServerId>()
    const spec = { ...sampleRequest().spec, serverId }
    const { api } = databases
    await requestSpecs(api, clock).insert(spec)
    await buildRequests(api, clock).insert(spec, sampleBuild(serverId))
    await instanceMappings(api, clock).insert(serverId, spec.projectId, spec.userId)

    const killed = { ...databases, cell: async (id: string) => dying(await databases.cell(id)) }
    await assert.rejects(enterCell({ databases: killed, clock }, ctx, serverId, home, {}), /killed here/)
    const located = await locateServer({ databases, clock })(serverId)
    assert.equal(located?.cellId, null, 'it is still on its way')

    await buildRequests(api, clock).requestDelete(serverId)
    const cancelled = new Fault({ code: 'FlowCancelled', kind: 'conflict', message: 'deleted', details: {} })
    const deps = {
      ...fakeServices().clients,
      ...{ databases, clock, log: silentLog, tracer: tracer('nova-conductor', discardSpans) },
    }
    await buryServer(ctx, { serverId }, cancelled, deps)
    assert.equal(await instanceMappings(api, clock).find(serverId), undefined)
    assert.equal(await requestSpecs(api, clock).find(serverId), undefined)
    for (const { db } of everyCell)
      assert.equal(await instances(db, clock).find(serverId, { deleted: true }), undefined)
    await memory.close()
  })
})
