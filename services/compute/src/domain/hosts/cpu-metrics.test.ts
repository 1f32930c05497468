import assert from 'node:assert/strict'
import { it } from 'node:test'
import { cpuMetrics } from './cpu-metrics.ts'
import type { CpuTimes } from './cpu-times.ts'

const times = (user: number, kernel: number, idle: number, iowait: number): CpuTimes => ({
  ...{ user, kernel, idle, iowait },
  ...{ frequency: 2400, source: 'fake.FakeDriver' },
})

it('the first percentages are those since the host booted', () => {
  assert.deepEqual(cpuMetrics(times(30, 10, 50, 10)), {
    'cpu.frequency': 2400,
    ...{ 'cpu.user.time': 30, 'cpu.kernel.time': 10, 'cpu.idle.time': 50, 'cpu.iowait.time': 10 },
    ...{ 'cpu.user.percent': 30, 'cpu.kernel.percent': 10 },
    ...{ 'cpu.idle.percent': 50, 'cpu.iowait.percent': 10, 'cpu.percent': 40 },
  })
})

it('later percentages are those since the measurement before, rounded down', () => {
  const metrics = cpuMetrics(times(31, 10, 51, 11), times(30, 10, 50, 10))
  assert.equal(metrics?.['cpu.user.percent'], 33)
  assert.equal(metrics?.['cpu.kernel.percent'], 0)
  assert.equal(metrics?.['cpu.percent'], 33)
  assert.equal(metrics?.['cpu.user.time'], 31)
})

it('there are no percentages when no time has passed, or the times were set back', () => {
  assert.equal(cpuMetrics(times(1, 1, 1, 1), times(1, 1, 1, 1)), undefined)
  assert.equal(cpuMetrics(times(1, 1, 1, 1), times(9, 9, 9, 9)), undefined)
})
