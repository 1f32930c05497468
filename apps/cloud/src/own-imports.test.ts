import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { run } from './run.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const ownImports = fileURLToPath(new URL('own-imports.ts', import.meta.url))

const anyFile = { './*': './src/*.ts' }

const resolved = async (...words: readonly string[]): Promise<string> => {
  const specifiers = [
    '@nimbo/kernel/errors',
    '@nimbo/contracts/compute/servers',
    './cloud.ts',
    './up/up.ts',
    '../../cli/src/main.ts',
    '../../../node_modules/typebox/build/index.mjs',
    'kysely',
    'typebox/value',
    'node:fs',
  ]
  const script = `import { createRequire } from 'node:module'
    const from = ${JSON.stringify(import.meta.resolve('./main.ts'))}
    console.log(JSON.stringify(${JSON.stringify(specifiers)}.map((each) => import.meta.resolve(each, from))))`
  const flags = ['--experimental-import-meta-resolve', '--input-type=module', '--eval', script]
  const { code, stdout, stderr } = await run(process.execPath, [...words, ...flags], { timeoutMs: 30_000 })
  assert.equal(code, 0, stderr)
  return stdout
}

test('the import hook of own-imports.ts resolves modules to the same files as Node does', async () => {
  assert.equal(await resolved(`--import=${ownImports}`), await resolved())
})

test('every package exports its files at the paths that the import hook assumes', async () => {
  for (const area of ['apps', 'services', 'drivers', 'packages'])
    for (const unit of await readdir(`${root}/${area}`)) {
      const manifest = JSON.parse(await readFile(`${root}/${area}/${unit}/package.json`, 'utf8'))
      // A package that no other imports needs no `exports`.
      assert.deepEqual(manifest.exports ?? anyFile, anyFile, `${area}/${unit}`)
    }
})
