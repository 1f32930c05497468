import type { JsonObject } from '@nimbo/kernel/json'
import type { FoundCell } from '../domain/numa/host-topology.ts'

/** A NUMA cell of the host, without servers. */
export type NumaCell = FoundCell

/** A hypervisor node of an agent; the fake driver can have many. */
export interface NodeInventory {
  /** Hypervisor host name: the name of the resource provider. Unique and permanent. */
  readonly node: string
  readonly vcpus: number
  readonly memoryMb: number
  readonly diskGb: number
  readonly hypervisorType: string
  /** As libvirt encodes versions: 7.2.0 is 7002000. */
  readonly hypervisorVersion: number
  readonly cpuInfo: JsonObject
  /** Standard traits of the host, for example `COMPUTE_NODE`, `HW_CPU_X86_SSE`. */
  readonly traits: readonly string[]
  /** `[arch, virt type, mode]` triples, for example `['x86_64', 'qemu', 'hvm']`, for ImagePropertiesFilter. */
  readonly supportedInstances: readonly (readonly [string, string, string])[]
  /** The NUMA cells of the host; left out by drivers that do not know them. */
  readonly numaCells?: readonly NumaCell[]
}
