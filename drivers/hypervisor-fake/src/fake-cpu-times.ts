import type { CpuTimes } from '@nimbo/compute/driver/cpu-times'

/** The CPU times of fake hosts, which stand still unless a test sets them. */
export interface FakeCpuTimes {
  of(host: string): CpuTimes
  /** Sets the CPU times of a host; those left out stay. */
  set(host: string, times: Partial<Omit<CpuTimes, 'source'>>): void
}

const source = 'fake.FakeDriver'
const minuteNs = 60_000_000_000

/** A host that was busy for a tenth of its first ten minutes. */
const atFirst: CpuTimes = {
  ...{ user: minuteNs / 2, kernel: minuteNs / 2, idle: 9 * minuteNs, iowait: 0 },
  ...{ frequency: 2000, source },
}

export const fakeCpuTimes = (): FakeCpuTimes => {
  const hosts = new Map<string, CpuTimes>()
  const of = (host: string): CpuTimes => hosts.get(host) ?? atFirst
  return { of, set: (host, times) => void hosts.set(host, { ...of(host), ...times }) }
}
