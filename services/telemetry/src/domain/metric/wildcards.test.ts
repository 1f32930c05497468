import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fitsPattern } from './wildcards.ts'

const fitting: readonly (readonly [pattern: string, name: string])[] = [
  ['cpu', 'cpu'],
  ['*', ''],
  ['disk.*', 'disk.device.read.bytes'],
  ['*.bytes', 'disk.device.read.bytes'],
  ['disk.*.read.*', 'disk.device.read.bytes'],
  ['cp?', 'cpu'],
  ['disk[0-9]', 'disk7'],
  ['disk[!0-9]', 'diskx'],
  ['[]x]', ']'],
  ['[!]x]', 'y'],
  ['disk[', 'disk['],
  ['a.b', 'a.b'],
]

const different: readonly (readonly [pattern: string, name: string])[] = [
  ['cpu', 'cpus'],
  ['', 'cpu'],
  ['?', ''],
  ['disk.*', 'disk'],
  ['*.bytes', 'disk.device.read.requests'],
  ['disk[0-9]', 'diskx'],
  ['disk[!0-9]', 'disk7'],
  ['disk[9-0]', 'disk7'],
  ['a.b', 'axb'],
]

for (const [pattern, name] of fitting)
  test(`"${name}" matches ${pattern}`, () => assert.equal(fitsPattern(pattern, name), true))

for (const [pattern, name] of different)
  test(`"${name}" does not match ${pattern}`, () => assert.equal(fitsPattern(pattern, name), false))

test('a pattern of many wildcards is compared with a long name within a second', () => {
  const begun = performance.now()
  assert.equal(fitsPattern(`${'*?'.repeat(100)}x`, 'a'.repeat(255)), false)
  assert.equal(fitsPattern(`${'[*'.repeat(10_000)}x`, 'a'.repeat(255)), false)
  assert.ok(performance.now() - begun < 1000)
})
