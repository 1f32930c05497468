import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { temporaryDirectory } from '@nimbo/testing/temporary-directory'

const hook = fileURLToPath(new URL('../hooks/commit-msg', import.meta.url))

test('the commit hook refuses subjects that are too long, begin without a capital or end with a full stop', async () => {
  await using directory = await temporaryDirectory()
  const path = join(directory.path, 'message')
  const judge = (message: string): string => {
    writeFileSync(path, message)
    const { status, stderr } = spawnSync(hook, [path], { encoding: 'utf8', timeout: 10_000 })
    assert.equal(status === 0, stderr === '')
    return stderr
  }
  assert.equal(judge('Refuse images whose extents lie outside the file\n\nA body.\n# A remark of git\n'), '')
  assert.equal(judge(`A${'é'.repeat(71)}\n`), '')
  assert.match(judge(`A${'é'.repeat(72)}\n`), /73 characters/)
  assert.match(judge('refuse images\n'), /capital/)
  assert.match(judge('Refuse images.\n'), /full stop/)
  assert.equal(judge(`fixup! ${'a'.repeat(90)}\n`), '')
})
