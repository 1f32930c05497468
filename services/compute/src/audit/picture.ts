import type { AttachmentSummary } from '@nimbo/clients/volume'
import type { SurveyedVolume } from '@nimbo/clients/volume-survey'
import type { TaskState, VmState } from '@nimbo/contracts/compute/states'
import type { FlowState } from '@nimbo/durable/flow-tables'

/** A part of the cloud that did not answer: nothing can be concluded from what is missing there. */
export interface Gap {
  readonly type: 'cell' | 'host' | 'service'
  readonly name: string
  readonly reason: string
}

/** The row of a live server; a server in two cells appears twice. */
export interface SeenServer {
  readonly id: string
  readonly cellId: string
  readonly host: string | null
  readonly node: string | null
  readonly vmState: VmState
  readonly taskState: TaskState | null
  /** The ids of the ports of the server's interfaces. */
  readonly portIds: readonly string[]
}

export interface SeenMapping {
  readonly serverId: string
  readonly cellId: string | null
  readonly queuedForDelete: boolean
}

/** An unfinished flow. */
export interface SeenFlow {
  readonly id: string
  readonly name: string
  readonly subject: string
  readonly state: FlowState
  /** Null for flows in the API database. */
  readonly cellId: string | null
  readonly leaseExpiresAt: string | null
  readonly wakeAt: string
  readonly deadlineAt: string
}

/** A disk of a server that is not deleted. */
export interface SeenDisk {
  readonly id: string
  readonly cellId: string
  readonly serverId: string
  readonly volumeId: string | null
  readonly attachmentId: string | null
  readonly sourceType: string
}

/** An allocation of a consumer on a provider. */
export interface SeenAllocation {
  readonly consumerId: string
  readonly providerId: string
  readonly rootProviderId: string
}

export interface SeenPort {
  readonly id: string
  readonly deviceId: string
  readonly boundTo: string
}

/** A volume created by a boot, and whether its server has or ever had it. */
export interface SeenBootVolume {
  readonly id: string
  readonly serverId: string
  readonly known: boolean
}

/** What the agent of a host reported. */
export interface SeenHost {
  readonly host: string
  readonly cellId: string
  readonly domains: readonly string[]
  readonly directories: readonly string[]
}

/** A PCI device of a host that is held by a claim. */
export interface SeenDevice {
  readonly id: string
  readonly cellId: string
  readonly host: string
  readonly address: string
  /** The id of a server, or of a migration that may bring a server back. */
  readonly claimId: string
  readonly requestId: string
  /** Whether the flavor of a server requests the device; otherwise it backs one of its ports. */
  readonly ofFlavor: boolean
}

/** A migration without a final result. */
export interface SeenMigration {
  readonly id: string
  readonly serverId: string
}

/** The content of compute's own databases. */
export interface PictureOfRecords {
  readonly cells: readonly string[]
  readonly servers: readonly SeenServer[]
  readonly mappings: readonly SeenMapping[]
  readonly buildRequests: readonly string[]
  readonly requestSpecs: readonly string[]
  readonly groupMembers: readonly { readonly groupId: string; readonly serverId: string }[]
  readonly flows: readonly SeenFlow[]
  readonly disks: readonly SeenDisk[]
  readonly devices: readonly SeenDevice[]
  readonly migrations: readonly SeenMigration[]
  /** Resource provider ids of nodes, by host and node. */
  readonly nodes: readonly {
    readonly id: string
    readonly host: string
    readonly node: string
    readonly cellId: string
  }[]
}

/** The result of one look. Data of a service that is among the gaps is empty. */
export interface Picture extends PictureOfRecords {
  /** Milliseconds since the epoch. */
  readonly takenAt: number
  readonly gaps: readonly Gap[]
  readonly allocations: readonly SeenAllocation[]
  readonly ports: readonly SeenPort[]
  readonly attachments: readonly AttachmentSummary[]
  readonly volumes: readonly SurveyedVolume[]
  readonly bootVolumes: readonly SeenBootVolume[]
  readonly hosts: readonly SeenHost[]
}
