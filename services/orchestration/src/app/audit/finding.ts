/** The kinds of inconsistencies. For how each is repaired see `repairs.ts`. */
export type FindingKind =
  | 'stack-without-flow'
  | 'stack-without-parent'
  | 'stack-without-trust'
  | 'resource-of-gone-stack'
  | 'resource-at-work-for-nobody'
  | 'trust-without-stack'

export interface Finding {
  readonly kind: FindingKind
  readonly resource: { readonly type: string; readonly id: string }
  /** A description in one sentence. */
  readonly problem: string
}

/** Identifies a finding across looks: the same kind on the same resource. */
export const findingKey = ({ kind, resource }: Finding): string => `${kind} ${resource.type} ${resource.id}`
