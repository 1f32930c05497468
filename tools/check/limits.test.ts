import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { figuresOf, lengthViolations, limitViolations } from './limits.ts'
import { parseFile } from './parsed-file.ts'

const source = (path: string, text: string) => parseFile({ path, text })
const long = (path: string, lines: number) => lengthViolations(source(path, 'x\n'.repeat(lines)))
const compute = 'services/compute/src'

describe('the length of files', () => {
  it('is at most 300 lines, 500 for tests, and unlimited for generated files', () => {
    assert.deepEqual(long(`${compute}/long.ts`, 300), [])
    assert.match(long(`${compute}/long.ts`, 301)[0]?.reason ?? '', /one job and at most 300/)
    assert.deepEqual(long(`${compute}/long.test.ts`, 500), [])
    assert.equal(long('tests/journeys/long.test.ts', 501).length, 1)
    assert.equal(long('tests/testkit/src/long.ts', 400).length, 0)
    assert.deepEqual(long(`${compute}/policies.generated.ts`, 9000), [])
  })
})

describe('casts', () => {
  const text = [
    "import { a as b } from './a.ts'",
    '// as any reader knows',
    'const c = b as string',
    'const d = [1] as const',
    'const e = (c as unknown) as number',
    'const f = { g: "as h" } satisfies object',
  ].join('\n')

  it('are counted in product code, per thousand lines', () => {
    const files = [
      source(`${compute}/a.ts`, text),
      source(`${compute}/b.ts`, 'const a = 1\n'.repeat(294)),
      source(`${compute}/a.test.ts`, text),
    ]
    assert.deepEqual(figuresOf(files), { castsPerThousandLines: 10, medianLines: 294 })
  })

  it('are reported if they exceed the limit', () => {
    const figures = { castsPerThousandLines: 4.21, medianLines: 46 }
    assert.deepEqual(limitViolations(figures, { castsPerThousandLines: 4.21 }), [])
    assert.match(limitViolations(figures, { castsPerThousandLines: 4.2 })[0]?.what ?? '', /^4\.21 casts/)
  })
})
