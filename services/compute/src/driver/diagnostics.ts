import type { ServerId } from '@nimbo/kernel/ids'

/** What went one way through a network interface. */
export interface InterfaceCounts {
  readonly octets: number
  readonly packets: number
  readonly errors: number
  readonly drops: number
}

/** What a guest did since it was started. What a hypervisor does not count is null. */
export interface Diagnostics {
  /** `libvirt` */
  readonly driver: string
  /** `kvm` */
  readonly hypervisor: string
  readonly hypervisorOs: string
  readonly uptimeSeconds: number | null
  readonly memory: { readonly maximumMb: number; readonly usedMb: number | null }
  readonly cpus: readonly { readonly id: number; readonly timeNs: number }[]
  readonly nics: readonly {
    readonly device: string
    readonly macAddress: string
    readonly rx: InterfaceCounts
    readonly tx: InterfaceCounts
  }[]
  readonly disks: readonly {
    readonly device: string
    readonly readBytes: number
    readonly readRequests: number
    readonly writeBytes: number
    readonly writeRequests: number
    readonly errors: number
  }[]
}

export interface DiagnosesServers {
  /** Of a server that runs. */
  diagnostics(id: ServerId): Promise<Diagnostics>
}
