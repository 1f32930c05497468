import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { release, tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { chooseVirtType, guestBoots, kvmWorks } from './kvm-probe.ts'

const skip = existsSync('/usr/bin/qemu-system-x86_64') ? false : 'qemu-system-x86_64 is not installed'

test('the probe guest boots by emulation, so that a failure with KVM is due to KVM', { skip }, async () => {
  assert.equal(await guestBoots({ stateDir: tmpdir(), accelerator: 'tcg', timeoutMs: 20_000 }), true)
})

/** The ids of the child processes of this one. */
const children = async (): Promise<readonly string[]> => {
  const processes = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const statuses = await Promise.all(
    processes.map((id) => readFile(`/proc/${id}/status`, 'utf8').catch(() => 'ended meanwhile')),
  )
  return processes.filter((_, index) => statuses[index]?.includes(`\nPPid:\t${process.pid}\n`))
}

test('a QEMU that exceeds its timeout is killed, and counts as a failed boot', { skip }, async () => {
  assert.equal(await guestBoots({ stateDir: tmpdir(), accelerator: 'tcg', timeoutMs: 1 }), false)
  assert.deepEqual(await children(), [])
})

test('it is noted that KVM works until the kernel changes, but not that it does not work', async (t) => {
  const stateDir = await mkdtemp(join(tmpdir(), 'probe-'))
  t.after(() => rm(stateDir, { recursive: true }))
  const file = join(stateDir, 'kvm-probe.json')
  const deps = { stateDir, qemu: '/nonexistent/qemu' }
  assert.equal(await kvmWorks(deps), false)
  // As after QEMU was installed: this one ends like a guest that has booted.
  const installed = join(stateDir, 'qemu')
  await writeFile(installed, '#!/bin/sh\nexit 85\n', { mode: 0o755 })
  assert.equal(await kvmWorks({ stateDir, qemu: installed, timeoutMs: 20_000 }), true)
  assert.deepEqual(JSON.parse(await readFile(file, 'utf8')), { works: true, kernel: release() })

  // What an earlier version noted of a failure does not count.
  await writeFile(file, JSON.stringify({ works: false, kernel: release() }))
  assert.equal(await kvmWorks({ stateDir, qemu: installed, timeoutMs: 20_000 }), true)

  await writeFile(file, JSON.stringify({ works: true, kernel: release() }))
  assert.equal(await kvmWorks(deps), true)
  assert.equal(await chooseVirtType('auto', deps)(), 'kvm')
  assert.equal(await chooseVirtType('qemu', deps)(), 'qemu')

  await writeFile(file, JSON.stringify({ works: true, kernel: 'another' }))
  assert.equal(await kvmWorks(deps), false)
})
