import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { resourceTypes } from '../src/resource-types/all.ts'

/** Names of types in a story: whole, or the last word where the rest is put before it. */
const isNamedIn = (story: string, type: string): boolean => {
  const last = type.slice(type.lastIndexOf(':') + 1)
  return (
    story.includes(`'${type}'`) ||
    (story.includes(`${type.slice(0, -last.length)}$`) && story.includes(`'${last}'`))
  )
}

test('each type of resource has a story of its making, its change and its end', async () => {
  const files = (await readdir(import.meta.dirname)).filter(
    (name) => name.endsWith('.test.ts') && name !== 'every-type.test.ts',
  )
  const stories = await Promise.all(files.map((name) => readFile(join(import.meta.dirname, name), 'utf8')))
  const untold = resourceTypes
    .map(({ type }) => type)
    .filter((type) => !stories.some((one) => isNamedIn(one, type)))
  assert.deepEqual(untold, [])
  assert.ok(resourceTypes.length > 90)
})
