import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cp, readdir, readFile, stat, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { type TemporaryDirectory, temporaryDirectory } from '@nimbo/testing/temporary-directory'
import { sql } from 'kysely'
import { checkSqliteFile } from './check-sqlite-file.ts'
import { openSqlite } from './sqlite.ts'

const module = new URL('./sqlite.ts', import.meta.url).href

/** The database of a process that was killed after it had inserted 200 rows, one by one. */
const leftByAKilledProcess = async (): Promise<TemporaryDirectory & { readonly file: string }> => {
  const directory = await temporaryDirectory()
  const file = join(directory.path, 'rows.db')
  const script = `
    import { sql } from ${JSON.stringify(import.meta.resolve('kysely'))}
    import { openSqlite } from ${JSON.stringify(module)}
    const db = openSqlite(${JSON.stringify(file)})
    await sql.raw('create table numbers (number integer, words text)').execute(db)
    for (let number = 0; number < 200; number += 1)
      await sql.raw(\`insert into numbers values (\${number}, '\${'x'.repeat(500)}')\`).execute(db)
    process.kill(process.pid, 'SIGKILL')`
  spawnSync(process.execPath, ['--input-type=module-typescript', '--eval', script], { stdio: 'inherit' })
  return { ...directory, file }
}

const rowsIn = async (file: string): Promise<number> => {
  const db = openSqlite(file)
  try {
    const { rows } = await sql<{ rows: number }>`select count(*) as rows from numbers`.execute(db)
    return rows[0]?.rows ?? 0
  } finally {
    await db.destroy()
  }
}

const cut = async (file: string): Promise<void> =>
  truncate(file, Math.floor(((await stat(file)).size * 2) / 3))

test('checkSqliteFile finds no loss after a process was killed, and does not change the write-ahead log', async () => {
  await using left = await leftByAKilledProcess()
  const before = await readFile(`${left.file}-wal`)
  assert.equal(checkSqliteFile(left.file), 0)
  assert.equal(checkSqliteFile(left.file), 0)
  assert.deepEqual(await readFile(`${left.file}-wal`), before)
  assert.equal(await rowsIn(left.file), 200)
  assert.equal(checkSqliteFile(left.file), 0, 'a database that was closed lacks nothing either')
})

test('checkSqliteFile counts the lost pages of a write-ahead log that was cut, overwritten or emptied', async () => {
  await using left = await leftByAKilledProcess()
  const damages: Readonly<Record<string, (file: string) => Promise<void>>> = {
    cut: (file) => cut(`${file}-wal`),
    overwritten: async (file) => {
      const bytes = await readFile(`${file}-wal`)
      await writeFile(`${file}-wal`, bytes.fill(7, bytes.length / 2, bytes.length / 2 + 100))
    },
    emptied: (file) => truncate(`${file}-wal`),
  }
  for (const [name, damage] of Object.entries(damages)) {
    const directory = join(left.path, name)
    for (const file of (await readdir(left.path)).filter((each) => each.startsWith('rows')))
      await cp(join(left.path, file), join(directory, file))
    const file = join(directory, 'rows.db')
    await damage(file)
    assert.ok(checkSqliteFile(file) > 10, name)
  }
  assert.ok((await rowsIn(join(left.path, 'cut', 'rows.db'))) < 200)
})

test('checkSqliteFile finds no loss when a write-ahead log is emptied after its checkpoint', async () => {
  await using left = await leftByAKilledProcess()
  const script = `
    import { sql } from ${JSON.stringify(import.meta.resolve('kysely'))}
    import { openSqlite } from ${JSON.stringify(module)}
    const db = openSqlite(${JSON.stringify(left.file)})
    await sql.raw('pragma wal_checkpoint').execute(db)
    process.kill(process.pid, 'SIGKILL')`
  spawnSync(process.execPath, ['--input-type=module-typescript', '--eval', script], { stdio: 'inherit' })
  await truncate(`${left.file}-wal`)
  assert.equal(checkSqliteFile(left.file), 0)
  assert.equal(await rowsIn(left.file), 200)
})

test('a corrupt database, or a file that is none, is refused as DatabaseDamaged with its path', async () => {
  await using left = await leftByAKilledProcess()
  assert.equal(await rowsIn(left.file), 200)
  const bytes = await readFile(left.file)
  await writeFile(left.file, Buffer.from(bytes).fill(0, 4_096, 5 * 4_096))
  const damaged = (reason: string) => (error: unknown) =>
    error instanceof Error &&
    error.name === 'DatabaseDamaged' &&
    error.message.includes(`the database ${left.file} is damaged (${reason}`)
  assert.throws(() => checkSqliteFile(left.file), damaged(''))
  await writeFile(left.file, 'this is no database\n'.repeat(1_000))
  assert.throws(() => checkSqliteFile(left.file), damaged('file is not a database'))
  assert.throws(() => openSqlite(left.file), damaged('file is not a database'))
})
