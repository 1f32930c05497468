import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { systemClock } from '@nimbo/kernel/clock'
import { internalContext } from '@nimbo/kernel/context'
import { Fault } from '@nimbo/kernel/errors'
import { newId, type ServerId } from '@nimbo/kernel/ids'
import { silentLog } from '@nimbo/kernel/log'
import { testDatabases } from '@nimbo/testing/test-databases'
import { discardSpans } from '@nimbo/trace/span'
import { tracer } from '@nimbo/trace/tracer'
import type { Kysely } from 'kysely'
import { sampleBuild } from '../../../test/cloud/compute-cloud.ts'
import { fakeServices } from '../../../test/cloud/fake-services.ts'
import { locateServer } from '../../app/servers/find-server.ts'
import type { ApiTables } from '../../db/schema/api-tables.ts'
import { buildRequests } from '../../db/servers/build-requests.ts'
import { cell0Id } from '../../db/cells/cell-mappings.ts'
import type { Databases } from '../../db/cells/databases.ts'
import { defaultCells } from '../../db/cells/ensure-cells.ts'
import { openTestCells } from '../../db/cells/open-cells.testing.ts'
import { instanceFaults } from '../../db/servers/instance-faults.ts'
import { instanceMappings } from '../../db/cells/instance-mappings.ts'
import { instances } from '../../db/servers/instances.ts'
import { requestSpecs } from '../../db/servers/request-specs.ts'
import { silentNotices } from '../../db/servers/silent-notices.testing.ts'
import { sampleRequest } from '../../domain/scheduling/host-state.testing.ts'
import { endFailedBoot } from './end-failed-boot.ts'
import { endRequest } from './end-request.ts'
import { enterCell } from './enter-cell.ts'

const clock = systemClock
const ctx = internalContext()
const home = defaultCells[1]?.id ?? ''

/** A database whose process dies when a transaction begins, once `after` others have begun. */
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
  ...{
    databases,
    clock,
    log: silentLog,
    notices: silentNotices,
    tracer: tracer('nova-conductor', discardSpans),
  },
})

describe('a conductor that dies while it records a server in its cell', () => {
  it('leaves no row of the server in any cell when the server is deleted at that moment', async () => {
    const memory = testDatabases()
    const { databases, everyCell } = await openTestCells({ ...memory, clock })
    const { api } = databases
    const serverId = await pendingServer(api)

    const dead = dying(await databases.cell(home), { after: 0 })
    const killed = { ...databases, cell: async () => dead }
    await assert.rejects(
      enterCell({ databases: killed, clock, notices: silentNotices }, ctx, {
        serverId,
        cellId: home,
        state: {},
      }),
      /killed here/,
    )
    const located = await locateServer({ databases, clock })(serverId)
    assert.equal(located?.cellId, null, 'it is not in a cell yet')

    await buildRequests(api, clock).requestDelete(serverId)
    await endFailedBoot(ctx, { serverId }, fault('FlowCancelled', 'deleted'), partsWith(databases))
    assert.equal(await instanceMappings(api, clock).find(serverId), undefined)
    assert.equal(await requestSpecs(api, clock).find(serverId), undefined)
    for (const { db } of everyCell)
      assert.equal(await instances(db, clock).find(serverId, { deleted: true }), undefined)
    await memory.close()
  })

  it('leaves no server in ERROR in cell0 without the fault that says why', async () => {
    const memory = testDatabases()
    const { databases } = await openTestCells({ ...memory, clock })
    const serverId = await pendingServer(databases.api)
    const cell0 = await databases.cell(cell0Id)
    const dead = dying(cell0, { after: 1 })
    const parts = partsWith({ ...databases, cell: async () => dead })
    await assert.rejects(
      endFailedBoot(ctx, { serverId }, fault('NoValidHost', 'It fits nowhere.'), parts),
      /killed/,
    )

    assert.equal((await instances(cell0, clock).find(serverId))?.vmState, 'error')
    const faults = await instanceFaults(cell0, clock).latest([serverId])
    assert.equal(faults.get(serverId)?.message, 'It fits nowhere.')
    await memory.close()
  })
})

/** A database that runs `meanwhile`, once, before a transaction executes, as if the process had been paused there. */
const standingStill = <Database extends object>(
  database: Database,
  meanwhile: () => Promise<unknown>,
): Database => {
  let waits: Promise<unknown> | undefined
  const stalling = (transaction: object): object =>
    new Proxy(transaction, {
      get: (target, name) => {
        const member: unknown = Reflect.get(target, name, target)
        if (typeof member !== 'function') return member
        if (name !== 'execute') return (...args: unknown[]) => stalling(member.apply(target, args))
        return async (...args: unknown[]) => {
          waits ??= meanwhile()
          await waits
          return member.apply(target, args)
        }
      },
    })
  return new Proxy(database, {
    get: (target, name) => {
      const member: unknown = Reflect.get(target, name, target)
      if (typeof member !== 'function') return member
      return name === 'transaction' ? () => stalling(member.apply(target)) : member.bind(target)
    },
  })
}

describe('a paused conductor that records a server in its cell after another took over the flow', () => {
  /** The other ends the boot for this reason before the first goes on; gives the mapping, and the state in each cell. */
  const buriedMeanwhile = async (reason: Fault) => {
    const memory = testDatabases()
    const { databases, everyCell } = await openTestCells({ ...memory, clock })
    const serverId = await pendingServer(databases.api)
    const cell = standingStill(await databases.cell(home), () =>
      endFailedBoot(ctx, { serverId }, reason, partsWith(databases)),
    )
    const late = { databases: { ...databases, cell: async () => cell }, clock, notices: silentNotices }
    await assert.rejects(enterCell(late, ctx, { serverId, cellId: home, state: {} }), { code: 'ServerGone' })
    const mapping = await instanceMappings(databases.api, clock).find(serverId)
    const found = await Promise.all(everyCell.map(({ db }) => instances(db, clock).find(serverId)))
    await memory.close()
    return { mapping, living: found.map((server) => server?.vmState) }
  }

  it('creates no server in the cell if the other deleted it', async () => {
    const { mapping, living } = await buriedMeanwhile(fault('FlowCancelled', 'deleted'))
    assert.equal(mapping, undefined)
    assert.deepEqual(living, [undefined, undefined])
  })

  it('creates no server in the cell if the other recorded its failure in cell0', async () => {
    const { mapping, living } = await buriedMeanwhile(fault('NoValidHost', 'It fits nowhere.'))
    assert.equal(mapping?.cell_id, cell0Id)
    assert.deepEqual(living, ['error', undefined])
  })

  it('creates no server that is mapped to another cell or queued for deletion', async () => {
    const memory = testDatabases()
    const { databases } = await openTestCells({ ...memory, clock })
    const mappings = instanceMappings(databases.api, clock)
    const serverId = await pendingServer(databases.api)
    const late = () =>
      enterCell({ databases, clock, notices: silentNotices }, ctx, { serverId, cellId: home, state: {} })
    await mappings.setCell(serverId, cell0Id)
    await assert.rejects(late(), { code: 'ServerGone' })
    assert.equal((await mappings.find(serverId))?.cell_id, cell0Id)
    await mappings.setCell(serverId, home)
    await mappings.markQueuedForDelete(serverId)
    await assert.rejects(late(), { code: 'ServerGone' })
    assert.equal(await instances(await databases.cell(home), clock).find(serverId), undefined)
    await memory.close()
  })

  it('does not overwrite a server that the other recorded and that has changed since', async () => {
    const memory = testDatabases()
    const { databases } = await openTestCells({ ...memory, clock })
    const serverId = await pendingServer(databases.api)
    const cell = await databases.cell(home)
    const entry = { serverId, cellId: home, state: { availabilityZone: 'nova' } }
    await enterCell({ databases, clock, notices: silentNotices }, ctx, entry)
    const became = {
      vmState: 'active',
      host: 'host-2',
      taskState: 'rebooting',
      availabilityZone: 'mars',
    } as const
    await instances(cell, clock).update(serverId, became)
    await enterCell({ databases, clock, notices: silentNotices }, ctx, entry)
    const found = await instances(cell, clock).findPart(serverId, [
      ...(['vmState', 'host', 'taskState', 'availabilityZone'] as const),
    ])
    assert.deepEqual(found, became)
    await memory.close()
  })
})

describe('a server that its user changes while it is recorded in a cell', () => {
  it('has the last change in the cell, also after a crash of the conductor', async () => {
    const memory = testDatabases()
    const { databases } = await openTestCells({ ...memory, clock })
    const { api } = databases
    const serverId = await pendingServer(api)
    const parts = { databases, clock, notices: silentNotices }
    await enterCell(parts, ctx, { serverId, cellId: home, state: {} })

    const rename = async (name: string): Promise<void> => {
      const { build } = (await buildRequests(api, clock).find(serverId)) ?? {}
      assert.ok(build && (await buildRequests(api, clock).change(build, { ...build, name, locked: true })))
    }
    await rename('renamed')
    const dead = new Proxy(api, {
      get: (target, name) => {
        if (name === 'updateTable') throw new Error('the process is killed here')
        const member: unknown = Reflect.get(target, name, target)
        return typeof member === 'function' ? member.bind(target) : member
      },
    })
    const killed = { ...parts, databases: { ...databases, api: dead } }
    await assert.rejects(endRequest(killed, ctx, { serverId, cellId: home }), /killed here/)
    await rename('renamed again')

    assert.equal(await endRequest(parts, ctx, { serverId, cellId: home }), true)
    const found = await instances(await databases.cell(home), clock).findPart(serverId, ['name', 'locked'])
    assert.deepEqual(found, { name: 'renamed again', locked: true })
    assert.equal(await buildRequests(api, clock).find(serverId), undefined)
    await memory.close()
  })
})

describe('a server for which no valid host is found', () => {
  it('is gone if its user deletes it before it is recorded in cell0', async () => {
    const memory = testDatabases()
    const { databases, everyCell } = await openTestCells({ ...memory, clock })
    const { api } = databases
    const serverId = await pendingServer(api)
    const cell0 = standingStill(await databases.cell(cell0Id), async () => {
      const located = await locateServer({ databases, clock })(serverId)
      assert.equal(located?.cellId, null, 'it is not in a cell yet')
      assert.equal(await buildRequests(api, clock).requestDelete(serverId), true)
    })
    const parts = partsWith({ ...databases, cell: async () => cell0 })
    await endFailedBoot(ctx, { serverId }, fault('NoValidHost', 'It fits nowhere.'), parts)

    assert.equal(await buildRequests(api, clock).find(serverId), undefined)
    assert.equal((await instanceMappings(api, clock).find(serverId))?.queued_for_delete, 1)
    for (const { db } of everyCell) assert.equal(await instances(db, clock).find(serverId), undefined)
    await memory.close()
  })
})
