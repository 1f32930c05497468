import assert from 'node:assert/strict'
import { existsSync, mkdirSync, writeFile } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { removeServerDirectory, serverDirectory } from './server-directory.ts'

test("a server's directory is removed although something it started still writes there", async () => {
  const directory = await serverDirectory('nimbo-test-')
  mkdirSync(join(directory, 'log'))
  const writing = setInterval(() => {
    // Fails once the directory is gone.
    writeFile(join(directory, `file-${performance.now()}`), 'late', () => {})
  }, 0)
  setTimeout(() => clearInterval(writing), 150)
  await removeServerDirectory(directory)
  assert.equal(existsSync(directory), false)
})
