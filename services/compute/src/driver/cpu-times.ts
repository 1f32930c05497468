import type { CpuTimes as Times } from '../domain/hosts/cpu-times.ts'

/** The CPU times of a host. */
export type CpuTimes = Times
