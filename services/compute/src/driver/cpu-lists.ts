import { cpuSpec, readCpuSpec } from '../domain/numa/cpu-spec.ts'

/** Lists of CPUs as Nova, libvirt and Linux write them: `0-3,6`. */
export const cpuLists = { read: readCpuSpec, write: cpuSpec }
