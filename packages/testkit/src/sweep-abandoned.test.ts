import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { sweepAbandoned } from './sweep-abandoned.ts'

test('only what belongs to processes that are gone is removed', async () => {
  const gone = spawn(process.execPath, ['--version'], { stdio: 'ignore' })
  await once(gone, 'exit')
  const prefix = `nimbo-sweep-${process.pid}-`
  const make = async (name: string, owner: number | undefined): Promise<string> => {
    const directory = await mkdtemp(join(tmpdir(), name))
    if (owner !== undefined) await writeFile(join(directory, 'owner'), String(owner))
    return directory
  }
  const directories = [
    await make(prefix, gone.pid),
    await make(prefix, process.pid),
    await make(prefix, undefined),
    await make(`other-${prefix}`, gone.pid),
  ]
  try {
    await sweepAbandoned(prefix)
    assert.deepEqual(
      directories.map((directory) => existsSync(directory)),
      [false, true, true, true],
    )
  } finally {
    for (const directory of directories) await rm(directory, { recursive: true, force: true })
  }
})
