/** A token's scope. */
export type ScopeType = 'system' | 'domain' | 'project'

/** An API operation that a rule protects. */
export interface PolicyOperation {
  readonly method: string
  readonly path: string
}

/** A rule of a service's policy. */
export interface PolicyRule {
  readonly name: string
  /** In the policy language; an empty check allows everyone. */
  readonly check: string
  /** Token scopes the rule accepts; empty for any. */
  readonly scopeTypes: readonly ScopeType[]
  /** Empty for a rule used by other rules only. */
  readonly operations: readonly PolicyOperation[]
  readonly deprecated?: boolean
}
