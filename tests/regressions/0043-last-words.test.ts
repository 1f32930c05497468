import assert from 'node:assert/strict'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { run } from '@nimbo/cloud/run'
import { nimboUpAs } from '@nimbo/testkit/nimbo-process'
import { missingSmallDisks, smallDisk } from '@nimbo/testing/small-disk'
import { temporaryDirectory } from '@nimbo/testing/temporary-directory'

const launcher = fileURLToPath(new URL('../../nimbo', import.meta.url))

/** A module that has the process throw an uncaught error at SIGUSR2. */
const thrower = `data:text/javascript,process.on('SIGUSR2',()=>{throw(new%20Error('out%20of%20luck'))})`

test('nimbo status and syslog say why a cloud crashed, even if its disk is full', {
  skip: missingSmallDisks(),
}, async () => {
  await using directory = await temporaryDirectory()
  await using disk = await smallDisk(join(directory.path, 'state'), 32)
  const programs = join(directory.path, 'programs')
  await mkdir(programs)
  const syslog = join(directory.path, 'syslog')
  await writeFile(join(programs, 'logger'), `#!/bin/sh\necho "$@" >> ${syslog}\n`, { mode: 0o755 })
  const env = [`PATH=${programs}${delimiter}${process.env.PATH}`, `NODE_OPTIONS=--import=${thrower}`]
  const status = async () => {
    const words = [...disk.within.slice(1), launcher, 'status', '--state-dir', disk.path]
    return (await run(disk.within[0] ?? '', words, { timeoutMs: 30_000 })).stdout
  }

  const up = await nimboUpAs({ stateDir: disk.path, within: [...disk.within, 'env', ...env] })
  await disk.fill()
  assert.notEqual(await up.end('SIGUSR2'), 0)
  const found = /\d{4}-\d\d-\d\dT.+ Error: out of luck\n {4}at /
  assert.match(await status(), found)
  assert.match(await readFile(syslog, 'utf8'), found)

  await disk.makeRoom()
  const again = await nimboUpAs({ stateDir: disk.path, within: disk.within })
  assert.equal(await again.end('SIGTERM'), 0)
  assert.doesNotMatch(await status(), /luck/)
})
