import assert from 'node:assert/strict'
import { copyFile, mkdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import type { CellTables } from '@nimbo/compute/db/schema/cell-tables'
import { openSqlite } from '@nimbo/db/sqlite'
import { type Client, signIn } from '@nimbo/testkit/client'
import { makeFlavor } from '@nimbo/testkit/make-flavor'
import { makeImage } from '@nimbo/testkit/make-image'
import { makeNetwork } from '@nimbo/testkit/make-network'
import { type NimboProcess, nimboUp } from '@nimbo/testkit/nimbo-process'
import { partsOf } from '@nimbo/testkit/server-parts'
import { bootServer, serverInStatus } from '@nimbo/testkit/servers'
import { temporaryDirectory } from '@nimbo/testing/temporary-directory'

const enter = ({ url, ready: { credentials } }: NimboProcess): Promise<Client> =>
  signIn(url, { username: 'admin', password: credentials.password, project: 'admin' })

/** A page in the write-ahead log of SQLite, with its header. */
const frameBytes = 4_096 + 24

/** The state and host of each server in the database of a cell whose write-ahead log is cut to so many bytes. */
const toldAfter = async (file: string, logBytes: number, scratch: string): Promise<readonly string[]> => {
  const copy = join(scratch, 'cell.db')
  await mkdir(scratch, { recursive: true })
  await copyFile(file, copy)
  await copyFile(`${file}-wal`, `${copy}-wal`)
  await truncate(`${copy}-wal`, logBytes)
  const db = openSqlite<CellTables>(copy)
  try {
    const rows = await db.selectFrom('instances').select(['vm_state', 'host']).execute()
    return rows.map(({ vm_state, host }) => `${vm_state} on ${host ?? 'no host'}`)
  } finally {
    await db.destroy()
    await rm(scratch, { recursive: true })
  }
}

/** Cuts the write-ahead log of a cell to the last point at which its only server is in the wanted state. */
const cutTo = async (file: string, wanted: string, scratch: string): Promise<void> => {
  let { size } = await stat(`${file}-wal`)
  while ((await toldAfter(file, size, scratch)).join() !== wanted) size -= frameBytes
  await truncate(`${file}-wal`, size)
}

/** Boots a server, kills the cloud, cuts the write-ahead log of the cell, and starts the cloud again. */
const serverOfACutCell = async (stateDir: string, wanted: string, scratch: string) => {
  await using up = await nimboUp(stateDir)
  const admin = await enter(up)
  const [flavorRef, imageRef] = await Promise.all([makeFlavor(admin), makeImage(admin)])
  const networks = [{ uuid: (await makeNetwork(admin)).id }]
  const id = await bootServer(admin, { flavorRef, imageRef, networks })
  await serverInStatus(admin, id, 'ACTIVE')
  await up.end('SIGKILL')
  const file = join(stateDir, 'databases', 'nova_cell1.db')
  await cutTo(file, wanted, scratch)
  const again = await nimboUp(stateDir)
  const told = `^nimbo: the last changes to ${file} are lost: .+nimbo manage audit`
  assert.match(again.complaints(), new RegExp(told, 'm'))
  return { id, again, admin: await enter(again) }
}

test('a server whose cell lost the changes since it was scheduled ends in ERROR and leaves nothing', async () => {
  await using directory = await temporaryDirectory()
  const [stateDir, scratch] = [join(directory.path, 'state'), join(directory.path, 'scratch')]
  const { id, again, admin } = await serverOfACutCell(stateDir, 'building on no host', scratch)
  await using _ = again
  const { fault } = await serverInStatus(admin, id, 'ERROR')
  assert.match(fault?.message ?? '', /Nothing was at work/)
  const { allocations, ports } = await partsOf({ admin, directory: stateDir }, id)
  assert.deepEqual([allocations, ports], [{}, []])
})

test('a server whose cell lost the changes since its build began on a host becomes ACTIVE again', async () => {
  await using directory = await temporaryDirectory()
  const [stateDir, scratch] = [join(directory.path, 'state'), join(directory.path, 'scratch')]
  const { id, again, admin } = await serverOfACutCell(stateDir, 'building on fake-1', scratch)
  await using _ = again
  await serverInStatus(admin, id, 'ACTIVE')
  const { allocations, paths } = await partsOf({ admin, directory: stateDir }, id)
  assert.equal(Object.keys(allocations).length, 1)
  assert.equal(paths.filter((path) => path.endsWith('.json')).length, 1)
})

/** How often a cloud has checked its databases. */
const checksOf = async (stateDir: string): Promise<number> =>
  (await readFile(join(stateDir, 'nimbo.log'), 'utf8')).split(
    'checked the databases after an unclean shutdown',
  ).length - 1

test('databases are checked after a kill, and a cloud with a damaged one does not start and names it', async () => {
  await using directory = await temporaryDirectory()
  const databases = join(directory.path, 'databases')
  assert.equal(await (await nimboUp(directory.path)).end('SIGTERM'), 0)
  const before = await checksOf(directory.path)
  await (await nimboUp(directory.path)).end('SIGKILL')
  assert.equal(await checksOf(directory.path), before, 'no check after an orderly end')
  assert.equal(await (await nimboUp(directory.path)).end('SIGTERM'), 0)
  assert.equal(await checksOf(directory.path), before + 1)

  const damage = async (name: string, spoil: (bytes: Buffer) => Buffer, reason: string): Promise<void> => {
    const file = join(databases, name)
    const bytes = await readFile(file)
    await writeFile(file, spoil(Buffer.from(bytes)))
    const complaint = new RegExp(
      `nimbo: the database ${file} is damaged \\(${reason}.*\\); put a backup in its place`,
    )
    await assert.rejects(nimboUp(directory.path), complaint)
    await assert.rejects(nimboUp(directory.path), complaint, 'the second start is refused as well')
    await writeFile(file, bytes)
  }
  await damage('keystone.db', () => Buffer.from('no database\n'.repeat(1_000)), 'file is not a database')
  await (await nimboUp(directory.path)).end('SIGKILL')
  await damage('placement.db', (bytes) => bytes.fill(0, 4_096, 5 * 4_096), '')
  await using last = await nimboUp(directory.path)
  assert.equal(last.complaints(), '')
})
