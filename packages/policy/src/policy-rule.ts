/** The kind of scope a token can carry. */
export type ScopeType = 'system' | 'domain' | 'project'

/** An API operation that a rule guards. */
export interface PolicyOperation {
  readonly method: string
  readonly path: string
}

/** One entry of a service's policy: a named check, and where it applies. */
export interface PolicyRule {
  readonly name: string
  /** In the rule language; the empty string lets everyone through. */
  readonly check: string
  /** Scopes whose tokens may pass at all; empty when any may. */
  readonly scopeTypes: readonly ScopeType[]
  /** Empty for a rule that only serves other rules. */
  readonly operations: readonly PolicyOperation[]
  readonly deprecated?: boolean
}
