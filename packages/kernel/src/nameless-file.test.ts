import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { namelessFile } from './nameless-file.ts'

test('a nameless file can be read and written by other programs, and is in no directory', async (t) => {
  const home = mkdtempSync(join(tmpdir(), 'nimbo-nameless-'))
  const usual = process.env.TMPDIR
  process.env.TMPDIR = home
  t.after(() => {
    if (usual === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = usual
    rmSync(home, { recursive: true })
  })
  await using file = await namelessFile()
  assert.deepEqual(readdirSync(home), [])
  await file.handle.write('secret')
  assert.equal(execFileSync('cat', [file.path]).toString(), 'secret')
  execFileSync('sh', ['-c', 'printf other > "$1"', 'sh', file.path])
  assert.equal(execFileSync('cat', [file.path]).toString(), 'other')
  assert.deepEqual(readdirSync(home), [])
})
