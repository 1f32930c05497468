import type { AttachmentSummary } from '@nimbo/clients/volume'
import type { SurveyedVolume } from '@nimbo/clients/volume-survey'
import type { TaskState, VmState } from '@nimbo/contracts/compute/states'
import type { FlowState } from '@nimbo/durable/flow-tables'

/** A part of the cloud that gave no answer: nothing may be concluded from what is not seen there. */
export interface Gap {
  readonly type: 'cell' | 'host' | 'service'
  readonly name: string
  readonly reason: string
}

/** A row of a living server; one in two cells is here twice. */
export interface SeenServer {
  readonly id: string
  readonly cellId: string
  readonly host: string | null
  readonly node: string | null
  readonly vmState: VmState
  readonly taskState: TaskState | null
  /** Of its interfaces. */
  readonly portIds: readonly string[]
}

export interface SeenMapping {
  readonly serverId: string
  readonly cellId: string | null
  readonly queuedForDelete: boolean
}

/** A flow that has not ended. */
export interface SeenFlow {
  readonly id: string
  readonly name: string
  readonly subject: string
  readonly state: FlowState
  /** Null for those of the API database. */
  readonly cellId: string | null
  readonly leaseExpiresAt: string | null
  readonly wakeAt: string
  readonly deadlineAt: string
}

/** A disk that a server's cell has not struck out. */
export interface SeenDisk {
  readonly id: string
  readonly cellId: string
  readonly serverId: string
  readonly volumeId: string | null
  readonly attachmentId: string | null
  readonly sourceType: string
}

/** What of a provider's resources a consumer holds. */
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

/** A volume that a boot made, and whether the server it was made for knows, or ever knew, of it. */
export interface SeenBootVolume {
  readonly id: string
  readonly serverId: string
  readonly known: boolean
}

/** What an agent told of its host. */
export interface SeenHost {
  readonly host: string
  readonly cellId: string
  readonly domains: readonly string[]
  readonly directories: readonly string[]
}

/** What compute's own databases hold. */
export interface PictureOfRecords {
  readonly cells: readonly string[]
  readonly servers: readonly SeenServer[]
  readonly mappings: readonly SeenMapping[]
  readonly buildRequests: readonly string[]
  readonly requestSpecs: readonly string[]
  readonly groupMembers: readonly { readonly groupId: string; readonly serverId: string }[]
  readonly flows: readonly SeenFlow[]
  readonly disks: readonly SeenDisk[]
  /** Provider ids of nodes, by host and node. */
  readonly nodes: readonly {
    readonly id: string
    readonly host: string
    readonly node: string
    readonly cellId: string
  }[]
}

/** All that one look over the cloud saw. What a service holds is empty where it is among the gaps. */
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
