import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { systemClock as clock } from '@nimbo/kernel/clock'
import type { ServerId } from '@nimbo/kernel/ids'
import { testDatabases } from '@nimbo/testkit/test-databases'
import { apiMigrations } from '../../db/api-migrations.ts'
import type { ApiTables } from '../../db/api-tables.ts'
import { cellMigrations } from '../../db/cell-migrations.ts'
import type { CellTables } from '../../db/cell-tables.ts'
import { instanceMappings } from '../../db/instance-mappings.ts'
import { instances } from '../../db/instances.ts'
import { services } from '../../db/services.ts'
import { sampleServer } from '../../domain/server.testing.ts'
import { createCell } from './create-cell.ts'
import { deleteCell } from './delete-cell.ts'
import { deleteHost } from './delete-host.ts'
import { discoverHosts } from './discover-hosts.ts'
import { listCells } from './list-cells.ts'
import { listHosts } from './list-hosts.ts'
import { mapCell0 } from './map-cell0.ts'
import { mapInstances } from './map-instances.ts'
import { updateCell } from './update-cell.ts'
import { verifyInstance } from './verify-instance.ts'

const bus = (name: string) => `amqp://nova:secret@broker/${name}`

/** A cloud with cell0 and one cell. */
const cloud = async () => {
  const memory = testDatabases()
  const host = { openDatabase: memory.openDatabase, clock }
  await mapCell0(host, 'cell0-db')
  const created = await createCell(host, { name: 'one', database: 'one-db', transport: bus('one') })
  assert.ok(created.outcome === 'created')
  const { cellId } = created
  const api = await host.openDatabase<ApiTables>('nova_api', apiMigrations)
  const cell = await host.openDatabase<CellTables>('one-db', cellMigrations)
  const addServer = async (parts: Parameters<typeof sampleServer>[0] = {}): Promise<ServerId> => {
    const number = await instances(cell, clock).newNumber()
    const server = sampleServer({ id: randomUUID() as ServerId, number, ...parts })
    await instances(cell, clock).create(server)
    return server.id
  }
  const report = (name: string) => services(cell, clock).ensure(name, 'nova-compute', 1)
  return { ...{ host, api, cell, cellId, addServer, report }, [Symbol.asyncDispose]: memory.close }
}

describe('managing cells', () => {
  it('maps cell0 once, and creates cells that share nothing', async () => {
    await using it = await cloud()
    assert.equal(await mapCell0(it.host, 'another'), 'known')
    const taken = (what: 'name' | 'database' | 'transport') => ({ outcome: 'taken', what, by: it.cellId })
    const wanted = { name: 'two', database: 'two-db', transport: bus('two') }
    assert.deepEqual(await createCell(it.host, { ...wanted, name: 'one' }), taken('name'))
    assert.deepEqual(await createCell(it.host, { ...wanted, database: 'one-db' }), taken('database'))
    assert.deepEqual(await createCell(it.host, { ...wanted, transport: bus('one') }), taken('transport'))
    assert.equal((await createCell(it.host, { ...wanted, disabled: true })).outcome, 'created')
    const listed = await listCells(it.host)
    assert.deepEqual(listed.map(({ name, disabled }) => [name, disabled]).toSorted(), [
      ['cell0', false],
      ['one', false],
      ['two', true],
    ])
    const one = listed.find(({ name }) => name === 'one')
    assert.equal(one?.transport, 'amqp://nova:****@broker/one')
    const [open] = (await listCells(it.host, { verbose: true })).filter(({ name }) => name === 'one')
    assert.equal(open?.transport, bus('one'))
  })

  it('changes what is given of a cell, and keeps cell0 open', async () => {
    await using it = await cloud()
    const [cell0] = await listCells(it.host)
    assert.equal(
      (await updateCell(it.host, cell0?.id ?? '', { disabled: true })).outcome,
      'cell0-stays-enabled',
    )
    assert.equal((await updateCell(it.host, randomUUID(), { name: 'x' })).outcome, 'unknown')
    assert.equal((await updateCell(it.host, it.cellId, { name: 'cell0' })).outcome, 'taken')
    assert.equal((await updateCell(it.host, it.cellId, { disabled: true })).outcome, 'updated')
    assert.equal((await updateCell(it.host, it.cellId, { name: 'uno' })).outcome, 'updated')
    const uno = (await listCells(it.host)).find(({ id }) => id === it.cellId)
    assert.deepEqual([uno?.name, uno?.disabled, uno?.database], ['uno', true, 'one-db'])
  })

  it('discovers each host once, and lets go of one that has no servers', async () => {
    await using it = await cloud()
    await it.report('alpha')
    await it.report('beta')
    assert.equal(await discoverHosts(it.host, randomUUID()), undefined)
    const found = [
      { host: 'alpha', cellId: it.cellId },
      { host: 'beta', cellId: it.cellId },
    ]
    assert.deepEqual(await discoverHosts(it.host, it.cellId), found)
    assert.deepEqual(await discoverHosts(it.host), [])
    const hosts = await listHosts(it.host, it.cellId)
    assert.deepEqual(
      hosts?.map(({ host, cellName }) => [host, cellName]),
      [
        ['alpha', 'one'],
        ['beta', 'one'],
      ],
    )
    await it.addServer({ host: 'alpha' })
    const [cell0] = await listCells(it.host)
    assert.equal(await deleteHost(it.host, randomUUID(), 'beta'), 'unknown-cell')
    assert.equal(await deleteHost(it.host, it.cellId, 'gamma'), 'unknown-host')
    assert.equal(await deleteHost(it.host, cell0?.id ?? '', 'beta'), 'in-other-cell')
    assert.equal(await deleteHost(it.host, it.cellId, 'alpha'), 'has-servers')
    assert.equal(await deleteHost(it.host, it.cellId, 'beta'), 'deleted')
    assert.equal((await listHosts(it.host))?.length, 1)
  })

  it('maps servers that only their cell knows, some at a time', async () => {
    await using it = await cloud()
    const ids = [await it.addServer(), await it.addServer(), await it.addServer()]
    assert.equal((await verifyInstance(it.host, ids[0] ?? '')).standing, 'unmapped')
    assert.equal(await mapInstances(it.host, randomUUID()), undefined)
    assert.deepEqual(await mapInstances(it.host, it.cellId, 2), { mapped: 2, complete: false })
    assert.deepEqual(await mapInstances(it.host, it.cellId, 2), { mapped: 1, complete: true })
    for (const id of ids) {
      const verified = await verifyInstance(it.host, id)
      assert.deepEqual(verified, { standing: 'in-cell', cellId: it.cellId, cellName: 'one' })
    }
  })

  it('tells where a server is', async () => {
    await using it = await cloud()
    const [waiting, deleted, archived] = [randomUUID(), await it.addServer(), await it.addServer()]
    await instanceMappings(it.api, clock).insert(waiting, 'project-1', 'user-1')
    await mapInstances(it.host, it.cellId)
    await instances(it.cell, clock).markDeleted(deleted)
    await it.cell.deleteFrom('instances').where('id', '=', archived).execute()
    assert.equal((await verifyInstance(it.host, waiting)).standing, 'no-cell-yet')
    assert.equal((await verifyInstance(it.host, deleted)).standing, 'deleted')
    assert.equal((await verifyInstance(it.host, archived)).standing, 'archived')
  })

  it('deletes a cell only when nothing is in it, whatever is forced', async () => {
    await using it = await cloud()
    await it.report('alpha')
    await discoverHosts(it.host)
    const server = await it.addServer()
    await mapInstances(it.host, it.cellId)
    assert.equal(await deleteCell(it.host, randomUUID()), 'unknown')
    assert.equal(await deleteCell(it.host, it.cellId), 'has-hosts')
    assert.equal(await deleteCell(it.host, it.cellId, { force: true }), 'has-servers')
    await instances(it.cell, clock).markDeleted(server)
    await deleteHost(it.host, it.cellId, 'alpha')
    assert.equal(await deleteCell(it.host, it.cellId), 'has-deleted-servers')
    assert.equal(await deleteCell(it.host, it.cellId, { force: true }), 'deleted')
    assert.equal((await verifyInstance(it.host, server)).standing, 'unmapped')
    assert.deepEqual(
      (await listCells(it.host)).map(({ name }) => name),
      ['cell0'],
    )
  })
})
