import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { missingProgram } from '@nimbo/testing/missing-program'
import { makeOverlay } from './qcow2-overlay.ts'

const qemuImg = (...args: string[]): string => execFileSync('qemu-img', args).toString()

const skip = missingProgram('qemu-img')

for (const virtualSize of [1024 ** 3, 5 * 1024 ** 3 + 500, 60 * 1024 ** 4])
  test(`an overlay of ${virtualSize} bytes is a valid qcow2 file, and shows its backing file`, {
    skip,
  }, async (t) => {
    const directory = await mkdtemp(join(tmpdir(), 'nimbo-overlay-'))
    t.after(() => rm(directory, { recursive: true }))
    const [below, path, start] = ['below', 'overlay', 'start'].map((name) => join(directory, name))
    assert.ok(below && path && start)
    await writeFile(below, Buffer.alloc(1024 ** 2, 'b'))
    await makeOverlay(path, { backingFile: below, backingFormat: 'raw', virtualSize })
    const info = JSON.parse(qemuImg('info', '--output=json', path))
    assert.deepEqual(
      [info['virtual-size'], info['backing-filename'], info['backing-filename-format']],
      [Math.ceil(virtualSize / 512) * 512, below, 'raw'],
    )
    assert.match(qemuImg('check', '-f', 'qcow2', path), /No errors/)
    qemuImg('dd', '-f', 'qcow2', '-O', 'raw', 'bs=1M', 'count=1', `if=${path}`, `of=${start}`)
    assert.ok((await readFile(start)).equals(await readFile(below)))
    assert.equal((await stat(path)).mode & 0o777, 0o600)
    await assert.rejects(makeOverlay(path, { backingFile: below, backingFormat: 'raw', virtualSize }), {
      code: 'EEXIST',
    })
  })
