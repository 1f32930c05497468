import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { test } from 'node:test'
import { temporaryDirectory } from '@nimbo/testing/temporary-directory'

const program = `
import { withPassphrase } from '@nimbo/volume-content/qemu-secrets'
const lock = { passphrase: 'open sesame', cipher: 'aes-xts-plain64', keySize: 256, version: 1 }
await withPassphrase(lock, async () => {
  console.log('ready')
  await new Promise(() => setInterval(() => {}, 1000))
})
`

/** The file with the passphrase stayed in the directory for temporary files. */
test('a process that is killed while it uses a passphrase of an encrypted volume leaves no file with it', async () => {
  await using home = await temporaryDirectory()
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, TMPDIR: home.path },
  })
  const [said] = await once(child.stdout, 'data')
  assert.equal(String(said), 'ready\n')
  child.kill('SIGKILL')
  await once(child, 'exit')
  assert.deepEqual(await readdir(home.path), [])
})
