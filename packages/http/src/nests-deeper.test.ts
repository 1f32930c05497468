import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nestsDeeper } from './nests-deeper.ts'

const nested = (depth: number, inner = ''): string => '[{"a":'.repeat(depth) + inner + '}]'.repeat(depth)

for (const [what, text, deeper] of [
  ['JSON of the maximum depth', nested(50, '1'), false],
  ['JSON that is one list deeper', nested(50, '[1]'), true],
  ['brackets inside strings', nested(50, JSON.stringify('[{"\\[['.repeat(500))), false],
  ['many lists side by side', `[${'[],'.repeat(500)}[]]`, false],
  ['lists that are never closed', '['.repeat(50_000), true],
] as const)
  test(`${what}: ${deeper ? 'too deep' : 'not too deep'}`, () => {
    assert.equal(nestsDeeper(text, 100), deeper)
  })
