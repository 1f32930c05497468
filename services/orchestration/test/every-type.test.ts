import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { resourceTypes } from '../src/resource-types/all.ts'
import { filesOfTypes, typesCoveredBy } from './covered-types.ts'

test('each resource type is assigned to a test file, which checks that all its types are tested', async () => {
  const told = filesOfTypes.flatMap(typesCoveredBy)
  assert.deepEqual(told.toSorted(), resourceTypes.map(({ type }) => type).toSorted())
  for (const file of filesOfTypes) {
    const text = await readFile(join(import.meta.dirname, `${file}.test.ts`), 'utf8')
    assert.ok(
      text.includes(`.missing(typesCoveredBy('${file}'))`),
      `${file}.test.ts does not check that all types assigned to it are tested`,
    )
  }
  assert.ok(resourceTypes.length > 90)
})
