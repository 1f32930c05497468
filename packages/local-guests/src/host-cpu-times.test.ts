import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { hostCpuTimes } from './host-cpu-times.ts'

test('the CPU times of a host are those of all its CPUs, in nanoseconds', async (t) => {
  const proc = await mkdtemp(join(tmpdir(), 'nimbo-proc-'))
  t.after(() => rm(proc, { recursive: true }))
  await writeFile(join(proc, 'stat'), 'cpu  10 1 20 300 4 5 6 0 7 0\ncpu0 5 0 10 150 2 0 0 0 0 0\n')
  await writeFile(join(proc, 'cpuinfo'), 'processor\t: 0\ncpu MHz\t\t: 2399.998\n')
  assert.deepEqual(await hostCpuTimes(proc), {
    ...{ user: 110_000_000, kernel: 310_000_000, idle: 3_000_000_000, iowait: 40_000_000 },
    frequency: 2400,
  })
})

test('this host has CPU times', async () => {
  const { user, idle } = await hostCpuTimes()
  assert.ok(user > 0 && idle > 0)
})
