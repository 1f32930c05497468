import assert from 'node:assert/strict'
import { test } from 'node:test'
import { timesTable } from './spent.ts'

test('the table of times lists each suite and the ten slowest files', () => {
  const files = Array.from({ length: 12 }, (_, index) => ({
    ...{ file: `file-${index}.test.ts`, ms: index * 1000, tests: 2, passed: true },
  }))
  const told = timesTable([
    { suite: 'unit', files },
    { suite: 'chaos', files: [], programMs: 61_234 },
  ])
  assert.match(told, /^ {2}unit +66\.0 s {2}12 files, 24 tests$/m)
  assert.match(told, /^ {2}chaos +61\.2 s$/m)
  const slow = told.split('\n').filter((line) => line.includes('.test.ts'))
  assert.deepEqual(
    slow.map((line) => line.trim()),
    [11, 10, 9, 8, 7, 6, 5, 4, 3, 2].map((index) => `${index}.0 s  file-${index}.test.ts (unit)`),
  )
})
