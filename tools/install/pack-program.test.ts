import assert from 'node:assert/strict'
import { copyFile, cp, mkdir, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { run } from '@nimbo/cloud/run'
import { temporaryDirectory } from '@nimbo/testing/temporary-directory'

const launcher = fileURLToPath(new URL('../../nimbo', import.meta.url))
const entry = 'apps/cloud/src/main.ts'

const sources = {
  [entry]: `
    import { readFileSync } from 'node:fs'
    import { basename } from 'node:path'
    import { greeting } from '@nimbo/words/deep/greeting'
    const { who } = await import('./who.ts')
    const ending: string = readFileSync(new URL('ending', import.meta.url), 'utf8')
    console.log(greeting + who + ending, basename(process.argv[1]))`,
  'apps/cloud/src/who.ts': `export const who = 'world'`,
  'apps/cloud/src/ending': '!',
  'packages/words/package.json':
    '{ "name": "@nimbo/words", "type": "module", "exports": { "./*": "./src/*.ts" } }',
  'packages/words/src/deep/greeting.ts': `export const greeting = 'hello '`,
  'services/none/src/nothing.ts': '',
  'drivers/none/src/nothing.ts': '',
  'node_modules/.package-lock.json': '{}',
  'package.json': '{ "type": "module" }',
}

/** Packs in a process of its own, since the bundler changes the one it is loaded into. */
const pack = async (root: string): Promise<void> => {
  const code = `
    import { packProgram } from ${JSON.stringify(import.meta.resolve('./pack-program.ts'))}
    await packProgram(${JSON.stringify(root)}, ${JSON.stringify(entry)})`
  const { code: exitCode, stderr } = await run(process.execPath, ['--input-type=module', '-e', code], {
    timeoutMs: 30_000,
  })
  assert.equal(exitCode, 0, stderr)
}

/** A clone with a small program in place of the cloud's. */
const smallClone = async () => {
  const clone = await temporaryDirectory()
  const write = async (path: string, text: string): Promise<void> => {
    await mkdir(dirname(join(clone.path, path)), { recursive: true })
    await writeFile(join(clone.path, path), text)
  }
  await write('package-lock.json', '{}')
  for (const [path, text] of Object.entries(sources)) await write(path, text)
  await mkdir(join(clone.path, 'node_modules/@nimbo'))
  await symlink(join(clone.path, 'packages/words'), join(clone.path, 'node_modules/@nimbo/words'))
  await mkdir(join(clone.path, 'node_modules/.bin'))
  await symlink(process.execPath, join(clone.path, 'node_modules/.bin/node'))
  await copyFile(launcher, join(clone.path, 'nimbo'))
  const launch = async (word: string): Promise<string> =>
    (await run(join(clone.path, 'nimbo'), [word], { timeoutMs: 30_000 })).stdout
  return { ...clone, write, launch, [Symbol.asyncDispose]: () => clone[Symbol.asyncDispose]() }
}

test('up and serve start from the packed program until a source changes, other commands from the sources', async () => {
  await using clone = await smallClone()
  assert.equal(await clone.launch('up'), 'hello world! main.ts\n')

  await pack(clone.path)
  assert.equal(await clone.launch('up'), 'hello world! main.mjs\n')
  assert.equal(await clone.launch('serve'), 'hello world! main.mjs\n')
  assert.equal(await clone.launch('status'), 'hello world! main.ts\n')

  await clone.write('apps/cloud/src/who.ts', `export const who = 'moon'`)
  assert.equal(await clone.launch('up'), 'hello moon! main.ts\n')
})

test('a clone does not start what was packed in another one whose packages it got', async () => {
  await using clone = await smallClone()
  await pack(clone.path)
  await using copy = await temporaryDirectory()
  await cp(clone.path, join(copy.path, 'clone'), {
    recursive: true,
    verbatimSymlinks: true,
    preserveTimestamps: true,
  })
  const { stdout } = await run(join(copy.path, 'clone/nimbo'), ['up'], { timeoutMs: 30_000 })
  assert.equal(stdout, 'hello world! main.ts\n')
})
