/** About what is installed before a cloud starts, which is the same in every shape. */
import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { missingPackages } from '@nimbo/cloud/system-packages'
import { temporaryDirectory } from '@nimbo/testing/temporary-directory'

/**
 * `nimbo up` did not install cryptsetup, so that on a new machine each encrypted volume took seconds of CPU time, and one of
 * LUKS version 2 failed.
 */
test('cryptsetup-bin is among the missing packages if and only if the program cryptsetup is missing', async () => {
  await using machine = await temporaryDirectory()
  assert.ok((await missingPackages(machine.path)).includes('cryptsetup-bin'))
  await mkdir(join(machine.path, 'usr', 'sbin'), { recursive: true })
  await writeFile(join(machine.path, 'usr', 'sbin', 'cryptsetup'), '')
  const missing = await missingPackages(machine.path)
  assert.ok(!missing.includes('cryptsetup-bin') && missing.includes('nftables'))
})
