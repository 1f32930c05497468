import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryDirectory } from '@nimbo/testing/temporary-directory'
import { reachesModule } from './reaches-module.ts'

const reaches = reachesModule('@nimbo/testing/temporary-directory')

/** Whether a file with this text reaches the module, given other files in the same directory. */
const reachesFrom = async (text: string, beside: Readonly<Record<string, string>> = {}): Promise<boolean> => {
  await using directory = await temporaryDirectory()
  const path = join(directory.path, 'a.test.ts')
  for (const [name, other] of Object.entries({ ...beside, 'a.test.ts': text }))
    await writeFile(join(directory.path, name), other)
  return reaches(path)
}

test('a module counts as reached by every form of import, directly or through other files', async () => {
  const target = "'@nimbo/testing/temporary-directory'"
  for (const text of [
    `import { temporaryDirectory } from ${target}`,
    `import {\n  temporaryDirectory,\n} from ${target}`,
    `export { temporaryDirectory } from ${target}`,
    `import ${target}`,
    `const { temporaryDirectory } = await import(${target})`,
  ]) {
    assert.equal(await reachesFrom(text), true, text)
    assert.equal(await reachesFrom("import { b } from './b.ts'", { 'b.ts': text }), true, text)
  }
})

test('an import in a comment or a string does not count', async () => {
  for (const text of [
    " * import('@nimbo/testing/temporary-directory')",
    "  // await import('@nimbo/testing/temporary-directory')",
    `const text = "import { b } from './nowhere.ts'"`,
    "import { test } from 'node:test'",
  ])
    assert.equal(await reachesFrom(text), false, text)
})

test('a missing file or module is an error that names it', async () => {
  await assert.rejects(reachesFrom("import { b } from './nowhere.ts'"), /ENOENT.*nowhere\.ts/)
  await assert.rejects(
    reachesFrom("import { b } from '@nimbo/nowhere/b'"),
    /a\.test\.ts imports @nimbo\/nowhere\/b, which is not there/,
  )
  assert.throws(() => reaches('/nowhere/a.test.ts'), /ENOENT.*\/nowhere\/a\.test\.ts/)
})
