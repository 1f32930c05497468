import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { circlesAmong } from './circles.ts'
import { parseFile } from './parsed-file.ts'

const packages = new Map([
  ['@nimbo/kernel', 'packages/kernel'],
  ['@nimbo/http', 'packages/http'],
])

const found = (texts: Readonly<Record<string, string>>): readonly string[] =>
  circlesAmong(
    Object.entries(texts).map(([path, text]) => parseFile({ path, text })),
    packages,
  ).map(({ path, line, what }) => `${path}:${line} ${what}`)

describe('circular imports', () => {
  it('are not reported where several files import the same one', () => {
    assert.deepEqual(
      found({
        'packages/http/src/a.ts': "import './b.ts'\nimport './c.ts'\n",
        'packages/http/src/b.ts': "import { d } from './d.ts'\n",
        'packages/http/src/c.ts': "import { d } from './d.ts'\nimport { readFile } from 'node:fs/promises'\n",
        'packages/http/src/d.ts': 'export const d = 1\n',
      }),
      [],
    )
  })

  it('are reported once with the whole path, also for type imports and across packages', () => {
    assert.deepEqual(
      found({
        'packages/http/src/a.ts': "import { b } from '@nimbo/kernel/b'\n",
        'packages/kernel/src/b.ts': "import { c } from './c.ts'\n",
        'packages/kernel/src/c.ts': "\nimport type { A } from '@nimbo/http/a'\n",
        'packages/kernel/src/other.ts': "import { b } from './b.ts'\n",
      }),
      [
        'packages/kernel/src/c.ts:2 imports itself: packages/http/src/a.ts → packages/kernel/src/b.ts → packages/kernel/src/c.ts → packages/http/src/a.ts',
      ],
    )
  })

  it('are reported for a file that imports itself', () => {
    assert.deepEqual(found({ 'packages/http/src/a.ts': "export * from './a.ts'\n" }), [
      'packages/http/src/a.ts:1 imports itself: packages/http/src/a.ts → packages/http/src/a.ts',
    ])
  })
})
