import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { declarationViolations } from './declarations.ts'
import { manifestOf } from './manifest.ts'
import { parseFile } from './parsed-file.ts'

interface Fields {
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
}

const manifest = (folder: string, name: string, fields: Fields = {}) =>
  manifestOf(folder, JSON.stringify({ name, ...fields }))

const files = (texts: Readonly<Record<string, string>>) =>
  Object.entries(texts).map(([path, text]) => parseFile({ path, text }))

/** A package that imports a package of the repository and a third-party one, and tests that import another. */
const source = files({
  'packages/db/src/open.ts':
    "import { id } from '@nimbo/kernel/ids'\nimport { Pool } from 'pg'\nimport './x.ts'\n",
  'packages/db/src/open.test.ts': "import { test } from 'node:test'\nimport { a } from '@nimbo/testing/a'\n",
  'packages/kernel/src/ids.ts': 'export const id = 1\n',
  'packages/testing/src/a.ts': 'export const a = 1\n',
  'tools/check/walls.ts': "import { parseSync } from 'oxc-parser'\n",
})
const others = [manifest('packages/kernel', '@nimbo/kernel'), manifest('packages/testing', '@nimbo/testing')]
const pinned = { dependencies: { pg: '1.0.0', node: '24.0.0' }, devDependencies: { 'oxc-parser': '1.0.0' } }
const declared = {
  dependencies: { '@nimbo/kernel': '*', pg: '*' },
  devDependencies: { '@nimbo/testing': '*' },
}

const found = (db: Fields, whole: Fields = pinned) =>
  declarationViolations(
    source,
    [manifest('packages/db', '@nimbo/db', db), ...others],
    manifest('', 'nimbo', whole),
  ).map(({ path, line, what }) => `${path}:${line} ${what}`)

describe('a package that a workspace imports', () => {
  it('is correct if the workspace declares it and the repository pins its version', () =>
    assert.deepEqual(found(declared), []))

  it('is reported if the workspace does not declare it', () =>
    assert.deepEqual(found({}), [
      'packages/db/src/open.ts:1 imports @nimbo/kernel',
      'packages/db/src/open.ts:2 imports pg',
      'packages/db/src/open.test.ts:2 imports @nimbo/testing',
    ]))

  it('is reported if it is declared but not imported, or a dependency that only tests import', () =>
    assert.deepEqual(
      found({
        dependencies: { ...declared.dependencies, '@nimbo/testing': '*' },
        devDependencies: { ajv: '*' },
      }),
      [
        'packages/db/src/open.test.ts:2 imports @nimbo/testing',
        'packages/db/package.json:1 names @nimbo/testing',
        'packages/db/package.json:1 names ajv',
      ],
    ))

  it('is reported if the repository does not pin its version, as is a pin that no workspace needs', () =>
    assert.deepEqual(
      found(declared, { dependencies: { ajv: '1.0.0' }, devDependencies: pinned.devDependencies }),
      ['packages/db/src/open.ts:2 imports pg', 'package.json:1 names ajv'],
    ))
})
