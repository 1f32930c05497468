import { join } from 'node:path'
import { openDatabase } from '../../packages/db/src/open-database.ts'
import { migrations } from '../../services/object-store/src/db/migrations.ts'
import type { ObjectRow, SwiftTables } from '../../services/object-store/src/db/tables.ts'
import { startTestCloud } from '../../tests/testkit/src/start-test-cloud.ts'
import { exchange } from './exchange.ts'

const page = 1000
const sizes = [1000, 1_000_000]
const looks = 31
const atOnce = 1000

const nameOf = (number: number): string => `photos/${String(number).padStart(8, '0')}`

/** Inserts rows into the cloud's database, since a million PUT requests would take too long. */
const fill = async (url: string, name: string, count: number): Promise<void> => {
  const db = await openDatabase<SwiftTables>(url, migrations)
  const { id } = await db
    .selectFrom('containers')
    .select('id')
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  const rowOf = (number: number): ObjectRow => ({
    ...{ container_id: id, name: nameOf(number), timestamp: '1700000000.00000', size: 0, kind: 'bytes' },
    ...{ etag: 'd41d8cd98f00b204e9800998ecf8427e', content_type: 'text/plain', headers: '{}' },
    ...{ blob: null, delete_at: null, version_id: null },
  })
  for (let from = 0; from < count; from += atOnce)
    await db
      .insertInto('objects')
      .values(Array.from({ length: atOnce }, (_, index) => rowOf(from + index)))
      .execute()
  await db.updateTable('containers').set({ object_count: count }).where('id', '=', id).execute()
  await db.destroy()
}

export const pagesOfObjects = async (): Promise<void> => {
  await using cloud = await startTestCloud()
  const { admin, url } = cloud
  const account = { url: `${url}/object-store/v1/AUTH_${admin.projectId}`, token: admin.token }
  const paths: string[] = []
  for (const size of sizes) {
    await exchange(account, 'PUT', `/box${size}`)
    await fill(`sqlite:${join(cloud.directory, 'databases', 'swift.db')}`, `box${size}`, size)
    const marker = nameOf(size / 2 - page / 2 - 1)
    paths.push(`/box${size}?format=json&limit=${page}${size > page ? `&marker=${marker}` : ''}`)
  }
  const times: number[][] = paths.map(() => [])
  for (let look = 0; look < looks; look += 1)
    for (const [index, path] of paths.entries()) {
      const began = performance.now()
      await exchange(account, 'GET', path)
      times[index]?.push(performance.now() - began)
    }
  const [few = 0, many = 0] = times.map(
    (all) => all.toSorted((one, other) => one - other)[Math.floor(looks / 2)] ?? 0,
  )
  process.stdout.write(
    `a page of ${page}: ${few.toFixed(1)} ms in a container of ${sizes[0]}, ${many.toFixed(1)} ms in the middle of one of ${sizes[1]}: ${(many / few).toFixed(2)} times\n`,
  )
}
