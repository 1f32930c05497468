const positive = (text: string | undefined): number | undefined => {
  const value = Number(text)
  return Number.isInteger(value) && value > 0 ? value : undefined
}

/** The parts of an order that determine the CPU topology. */
interface Processors {
  readonly vcpus: number
  readonly extraSpecs: Readonly<Record<string, string>>
  readonly imageProperties: Readonly<Record<string, string>>
}

export interface CpuTopology {
  readonly sockets: number
  readonly cores: number
  readonly threads: number
}

/** Sockets, cores and threads, by flavor or else image; a topology that does not match the number of VCPUs is ignored. */
export const cpuTopology = ({ vcpus, extraSpecs, imageProperties }: Processors): CpuTopology => {
  const requested = (part: string) =>
    positive(extraSpecs[`hw:cpu_${part}`]) ?? positive(imageProperties[`hw_cpu_${part}`])
  const cores = requested('cores') ?? 1
  const threads = requested('threads') ?? 1
  const sockets = requested('sockets') ?? vcpus / (cores * threads)
  const fits = Number.isInteger(sockets) && sockets * cores * threads === vcpus
  return fits ? { sockets, cores, threads } : { sockets: vcpus, cores: 1, threads: 1 }
}
