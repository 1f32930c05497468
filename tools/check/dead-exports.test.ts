import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { deadExports } from './dead-exports.ts'
import { parseFile } from './parsed-file.ts'

const packages = new Map([['@nimbo/kernel', 'packages/kernel']])

const found = (texts: Readonly<Record<string, string>>, forOthers: readonly string[] = []) =>
  deadExports(
    Object.entries(texts).map(([path, text]) => parseFile({ path, text })),
    packages,
    forOthers,
  ).map(({ path, line, what }) => `${path}:${line} ${what}`)

const kernel = 'packages/kernel/src/ids.ts'

describe('an export', () => {
  it('is reported if no other file imports it, even if its own file uses it', () =>
    assert.deepEqual(found({ [kernel]: 'export const a = 1\nexport const b = a\nexport default a\n' }), [
      `${kernel}:1 exports a`,
      `${kernel}:2 exports b`,
    ]))

  it('is not reported if any file imports it by name or imports all names, even a test', () => {
    const exporting = { [kernel]: 'export const a = 1\n' }
    for (const taking of [
      "import { a } from '@nimbo/kernel/ids'",
      "import * as ids from '@nimbo/kernel/ids'",
      "export { a as b } from '@nimbo/kernel/ids'",
      "await import('@nimbo/kernel/ids')",
    ])
      assert.deepEqual(found({ ...exporting, 'packages/http/src/x.test.ts': taking }), [])
  })

  it('is not reported if it is a type that its own file uses', () => {
    assert.deepEqual(found({ [kernel]: 'export interface A {}\nconst f = (a: A) => a\n' }), [])
    assert.deepEqual(found({ [kernel]: 'export interface A {}\nexport type Ab = 1\n' }), [
      `${kernel}:1 exports A`,
      `${kernel}:2 exports Ab`,
    ])
  })

  it('is not reported in shared test code, or in a folder whose exports are for other repositories', () => {
    assert.deepEqual(found({ 'packages/kernel/src/a.testing.ts': 'export const a = 1' }), [])
    assert.deepEqual(found({ [kernel]: 'export const a = 1' }, ['packages/kernel/']), [])
  })
})
