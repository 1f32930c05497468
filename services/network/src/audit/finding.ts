/** The kinds of inconsistencies. For how each is repaired see `repairs.ts`. */
export type FindingKind =
  | 'bridge-without-network'
  | 'filter-without-port'
  | 'port-without-filter'
  | 'dhcp-without-network'
  | 'network-without-dhcp'
  | 'lease-without-port'
  | 'namespace-without-router'
  | 'router-without-namespace'
  | 'port-of-gone-router'
  | 'port-of-gone-floating-ip'
  | 'sub-port-of-gone-trunk'
  | 'ports-miscounted'

export interface Finding {
  readonly kind: FindingKind
  readonly resource: { readonly type: string; readonly id: string }
  /** The host where it was found, if it is about a host. */
  readonly host: string | null
  /** A description in one sentence. */
  readonly problem: string
}

/** Identifies a finding when the audit looks again: the same kind on the same resource of the same host. */
export const findingKey = ({ kind, resource, host }: Finding): string =>
  `${kind} ${resource.type} ${resource.id} ${host ?? ''}`
