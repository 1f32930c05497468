import type { ServerId } from '@nimbo/kernel/ids'

/** Counters of one direction of a network interface. */
export interface InterfaceCounts {
  readonly octets: number
  readonly packets: number
  readonly errors: number
  readonly drops: number
}

/** Statistics of a guest since its start. Values that the hypervisor does not count are null. */
export interface Diagnostics {
  /** For example `libvirt`. */
  readonly driver: string
  /** For example `kvm`. */
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

/** What a guest did with a volume since it was started or the volume attached, whichever is later. */
export interface VolumeCounts {
  readonly volumeId: string
  readonly reads: number
  readonly readBytes: number
  readonly writes: number
  readonly writeBytes: number
}

export interface DiagnosesServers {
  /** The statistics of a running server. */
  diagnostics(id: ServerId): Promise<Diagnostics>
  /** What a running server did with these volumes; those that it does not have are left out. */
  volumeCounts(id: ServerId, volumeIds: readonly string[]): Promise<readonly VolumeCounts[]>
}
