import assert from 'node:assert/strict'
import { readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Clock } from '@nimbo/kernel/clock'
import { newId } from '@nimbo/kernel/ids'
import { silentLog } from '@nimbo/kernel/log'
import { temporaryDirectory } from '@nimbo/testing/temporary-directory'
import { type NeededImages, removeUnusedImages } from './remove-unused-images.ts'

const hourMs = 3_600_000

test('only images that were not needed for the configured time are removed from the cache', async () => {
  await using directory = await temporaryDirectory()
  let now = Date.parse('2026-01-31T12:00:00Z')
  const clock: Clock = { now: () => now, after: () => () => {} }
  const pathOf = (name: string) => join(directory.path, name)
  const cached = async (name: string) => {
    await writeFile(pathOf(name), 'disk')
    await utimes(pathOf(name), now / 1000, now / 1000)
  }
  const [ofServer, ofDisk, given, unused] = [newId(), newId(), newId(), newId()]
  const names = [ofServer, `${ofDisk}.raw`, given, unused, `${unused}.verified`, `${newId()}.part`]
  for (const name of names) await cached(name)
  const needed: NeededImages = {
    ids: new Set([ofServer]),
    paths: new Set([pathOf(`${ofDisk}.raw`)]),
    lastGiven: (path) => (path === pathOf(given) ? now : undefined),
  }
  const remove = removeUnusedImages({
    ...{ directory: directory.path, unusedForMs: hourMs, clock, log: silentLog },
  })
  await remove(needed)
  assert.equal((await readdir(directory.path)).length, names.length, 'nothing is old enough')
  now += hourMs
  await remove(needed)
  const left = names.filter((name) => !name.startsWith(unused))
  assert.deepEqual((await readdir(directory.path)).toSorted(), left.toSorted())
  now += hourMs / 2
  await remove({ ...needed, ids: new Set(), paths: new Set() })
  assert.ok((await readdir(directory.path)).includes(ofServer), 'it was needed half an hour ago')
})
