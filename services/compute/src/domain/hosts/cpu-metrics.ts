import type { CpuTimes } from './cpu-times.ts'

/** The figures of the monitor `cpu.virt_driver`, by name. Percentages are whole numbers, rounded down. */
export type CpuMetrics = Readonly<Record<string, number>>

const states = ['user', 'kernel', 'idle', 'iowait'] as const

const total = (times: CpuTimes): number => states.reduce((sum, state) => sum + times[state], 0)

const whole = (fraction: number): number => Math.min(100, Math.max(0, Math.floor(fraction * 100)))

/**
 * The CPU figures of a host. Percentages are those of the time since `before`, or since the host booted if it is left out;
 * undefined when no time has passed in between, or the times were set back.
 */
export const cpuMetrics = (now: CpuTimes, before?: CpuTimes): CpuMetrics | undefined => {
  const passed = total(now) - (before === undefined ? 0 : total(before))
  if (passed <= 0) return undefined
  const spent = (state: (typeof states)[number]): number => now[state] - (before?.[state] ?? 0)
  const metrics: Record<string, number> = { 'cpu.frequency': now.frequency }
  for (const state of states) {
    metrics[`cpu.${state}.time`] = now[state]
    metrics[`cpu.${state}.percent`] = whole(spent(state) / passed)
  }
  return { ...metrics, 'cpu.percent': whole((spent('user') + spent('kernel')) / passed) }
}
