import type { DeviceAddress } from '@nimbo/contracts/compute-rpc/device-address'
import type { HostedInterface } from '@nimbo/contracts/compute-rpc/server-interface'

/** A host's report of a finished action. */
export interface Operated {
  readonly powerState: number
  /** All current interfaces, if the action changed them. */
  readonly interfaces?: readonly HostedInterface[]
  /** Where the guest finds its devices, if metadata show that. */
  readonly deviceAddresses?: readonly DeviceAddress[]
  /** The machine type that the hypervisor chose, if the action created the guest anew and its image names none. */
  readonly machineType?: string
  /** The disk that was attached, with its connection data. */
  readonly disk?: {
    readonly device: string
    /** Its new attachment, if the host replaced that. */
    readonly attachmentId?: string
    readonly connectionInfo: Readonly<Record<string, unknown>>
  }
}
