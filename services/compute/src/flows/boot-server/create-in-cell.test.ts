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
import type { Kysely } from 'kysely'
import { locateServer } from '../../app/find-server.ts'
import type { Databases } from '../../cells/databases.ts'
import { defaultCells } from '../../cells/ensure-cells.ts'
import { openTestCells } from '../../cells/open-cells.testing.ts'
import type { ApiTables } from '../../db/api-tables.ts'
import { buildRequests } from '../../db/build-requests.ts'
import { cell0Id } from '../../db/cell-mappings.ts'
import { instanceFaults } from '../../db/instance-faults.ts'
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

/** A database whose process dies when it begins a transaction: the first, or one after so many. */
const dying = <Database extends object>(database: Database, { after }: { after: number }): Database => {
  let left = after
  return new Proxy(database, {
    get: (target, name) => {
      if (name === 'transaction' && left === 0) throw new Error('the process is killed here')
      if (name === 'transaction') left -= 1
      const member: unknown = Reflect.get(target, name, target)
      return typeof member === 'function' ? member.bind(target) : member
    },
  })
}

const pendingServer = async (api: Kysely<ApiTables>): Promise<ServerId> => {
  const serverId = newId<ServerId>()
  const spec = { ...sampleRequest().spec, serverId }
  await requestSpecs(api, clock).insert(spec)
  await buildRequests(api, clock).insert(spec, sampleBuild(serverId))
  await instanceMappings(api, clock).insert(serverId, spec.projectId, spec.userId)
  return serverId
}

const fault = (code: string, message: string): Fault =>
  new Fault({ code, kind: 'conflict', message, details: {} })

const partsWith = (databases: Databases) => ({
  ...fakeServices().clients,
  ...{ databases, clock, log: silentLog, tracer: tracer('nova-conductor', discardSpans) },
})

describe('a conductor that dies while a server enters its cell', () => {
  it('leaves nothing hidden in the cell when the server is deleted at that moment', async () => {
    const memory = testDatabases()
    const { databases, everyCell } = await openTestCells({ ...memory, clock })
    const { api } = databases
    const serverId = await pendingServer(api)

    const dead = dying(await databases.cell(home), { after: 0 })
    const killed = { ...databases, cell: async () => dead }
    await assert.rejects(enterCell({ databases: killed, clock }, ctx, serverId, home, {}), /killed here/)
    const located = await locateServer({ databases, clock })(serverId)
    assert.equal(located?.cellId, null, 'it is still on its way')

    await buildRequests(api, clock).requestDelete(serverId)
    await buryServer(ctx, { serverId }, fault('FlowCancelled', 'deleted'), partsWith(databases))
    assert.equal(await instanceMappings(api, clock).find(serverId), undefined)
    assert.equal(await requestSpecs(api, clock).find(serverId), undefined)
    for (const { db } of everyCell)
      assert.equal(await instances(db, clock).find(serverId, { deleted: true }), undefined)
    await memory.close()
  })

  it('shows nobody a server in ERROR that does not say why', async () => {
    const memory = testDatabases()
    const { databases } = await openTestCells({ ...memory, clock })
    const serverId = await pendingServer(databases.api)
    const cell0 = await databases.cell(cell0Id)
    const dead = dying(cell0, { after: 1 })
    const parts = partsWith({ ...databases, cell: async () => dead })
    await assert.rejects(
      buryServer(ctx, { serverId }, fault('NoValidHost', 'It fits nowhere.'), parts),
      /killed/,
    )

    assert.equal((await instances(cell0, clock).find(serverId))?.vmState, 'error')
    const faults = await instanceFaults(cell0, clock).latest([serverId])
    assert.equal(faults.get(serverId)?.message, 'It fits nowhere.')
    await memory.close()
  })
})
