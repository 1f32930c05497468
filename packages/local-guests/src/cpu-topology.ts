export interface CpuTopology {
  readonly sockets: number
  readonly cores: number
  readonly threads: number
}

/** The parts of an order that determine the CPU topology. */
interface Processors {
  readonly vcpus: number
  readonly cpuTopology?: CpuTopology
}

/** Sockets, cores and threads: the chosen topology, or one socket per VCPU by default. */
export const cpuTopology = ({ vcpus, cpuTopology: chosen }: Processors): CpuTopology =>
  chosen ?? { sockets: vcpus, cores: 1, threads: 1 }
