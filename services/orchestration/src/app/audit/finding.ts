/** Every way in which stacks can be found untidy. What a repair does about each: `repairs.ts`. */
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
  /** What is wrong, as one sentence. */
  readonly problem: string
}

/** Names a finding across looks: the same thing wrong with the same resource. */
export const findingKey = ({ kind, resource }: Finding): string => `${kind} ${resource.type} ${resource.id}`
