import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { reservePort } from './reserve-port.ts'
import { temporaryDirectory } from './temporary-directory.ts'

/** The id of a process that has ended. */
const endedProcess = async (): Promise<number> => {
  const process = spawn('true')
  await once(process, 'exit')
  assert.ok(process.pid)
  return process.pid
}

test('of several that reserve a port at once, one gets it, also when its last owner has ended', async () => {
  await using directory = await temporaryDirectory()
  const ended = String(await endedProcess())
  for (let port = 20_000; port < 20_020; port += 1) {
    await writeFile(join(directory.path, String(port)), ended)
    const reserved = await Promise.all(Array.from({ length: 8 }, () => reservePort(directory.path, port)))
    assert.equal(reserved.filter(Boolean).length, 1, `port ${port}`)
  }
})

test('a reserved port is not given out again while the process lives', async () => {
  await using directory = await temporaryDirectory()
  assert.equal(await reservePort(directory.path, 20_000), true)
  assert.equal(await reservePort(directory.path, 20_000), false)
})
