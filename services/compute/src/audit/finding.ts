/** Every kind of problem that the audit can find. Their repairs: `repairs/repairs.ts`. */
export type FindingKind =
  | 'allocation-without-server'
  | 'allocation-on-other-host'
  | 'allocation-on-several-hosts'
  | 'server-without-allocation'
  | 'port-without-server'
  | 'port-on-other-host'
  | 'attachment-without-server'
  | 'attachment-unknown-to-server'
  | 'attachment-on-no-host'
  | 'attachment-unfinished'
  | 'disk-without-attachment'
  | 'disk-of-gone-server'
  | 'volume-held-for-nobody'
  | 'volume-of-failed-boot'
  | 'device-without-server'
  | 'device-without-request'
  | 'server-without-host'
  | 'server-without-port'
  | 'server-without-mapping'
  | 'server-in-two-cells'
  | 'mapping-without-server'
  | 'build-request-without-flow'
  | 'server-building-without-flow'
  | 'server-deleting-without-flow'
  | 'task-without-flow'
  | 'flow-without-server'
  | 'flow-overdue'
  | 'flow-stuck'
  | 'request-spec-without-server'
  | 'group-member-without-server'
  | 'server-missing-on-host'
  | 'server-on-several-hosts'
  | 'domain-without-server'
  | 'domain-unknown'
  | 'files-without-server'

/** One leftover, or one contradiction between two parts of the cloud. */
export interface Finding {
  readonly kind: FindingKind
  readonly resource: { readonly type: string; readonly id: string }
  readonly serverId?: string
  readonly cellId?: string
  readonly host?: string
  /** The problem, as one sentence. */
  readonly problem: string
}

/** Identifies a finding across looks: the same problem of the same resource. */
export const findingKey = ({ kind, resource, serverId, host }: Finding): string =>
  [kind, resource.type, resource.id, serverId ?? '', host ?? ''].join(' ')
