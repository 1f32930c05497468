import type { ServerId } from '@nimbo/kernel/ids'

/** What can be asked of a server that has a host; each is one durable flow, one server action, one task state. */
export type Operation =
  | { readonly kind: 'start' }
  | { readonly kind: 'stop' }
  | { readonly kind: 'reboot'; readonly type: 'SOFT' | 'HARD' }
  | { readonly kind: 'pause' }
  | { readonly kind: 'unpause' }
  | { readonly kind: 'attach-volume'; readonly attachmentId: string }
  | { readonly kind: 'detach-volume'; readonly attachmentId: string }
  | {
      readonly kind: 'attach-interface'
      readonly portId: string
      /** The user made the port: it outlives the server. */
      readonly preexisting: boolean
    }
  | { readonly kind: 'detach-interface'; readonly portId: string }

/** Input of the flow `operate-server`, which lives in the cell's database. */
export interface OperateServer {
  readonly serverId: ServerId
  readonly operation: Operation
}

/** Input of the flow `delete-server`, which lives in the cell's database. */
export interface DeleteServer {
  readonly serverId: ServerId
}

/** Input of the flow `boot-server`, which lives in the API database beside the build request it works on. */
export interface BootServer {
  readonly serverId: ServerId
}
