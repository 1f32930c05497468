import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { resourceTypes } from '../src/resource-types/all.ts'
import { filesOfTypes, typesCoveredBy } from './covered-types.ts'

test('each type of resource has a story of its making, its change and its end', async () => {
  const told = filesOfTypes.flatMap(typesCoveredBy)
  assert.deepEqual(told.toSorted(), resourceTypes.map(({ type }) => type).toSorted())
  for (const file of filesOfTypes) {
    const story = await readFile(join(import.meta.dirname, `${file}.test.ts`), 'utf8')
    assert.ok(
      story.includes(`.missing(typesCoveredBy('${file}'))`),
      `${file} does not look what its stories lack`,
    )
  }
  assert.ok(resourceTypes.length > 90)
})
