/** A project that the session may be turned to. */
export interface ProjectChoice {
  readonly id: string
  readonly name: string
  readonly domain_id: string
}

interface Domain {
  readonly id: string
  readonly name: string
}

/** Who is logged in, to what, and what this cloud has. */
export interface Session {
  readonly user: { readonly id: string; readonly name: string; readonly domain: Domain }
  readonly project: { readonly id: string; readonly name: string; readonly domain: Domain } | null
  readonly system: unknown
  /** Names of roles in the scope. */
  readonly roles: readonly string[]
  readonly expires_at: string
  readonly region: string
  readonly regions: readonly string[]
  readonly projects: readonly ProjectChoice[]
  /** Types of the catalog. */
  readonly services: readonly string[]
  /** Whether the cloud behind is Nimbo: what only Nimbo has is left out otherwise. */
  readonly nimbo: boolean
}

/** Whether the session may do what operators do. */
export const isOperator = ({ roles, system }: Session): boolean =>
  roles.includes('admin') || (system !== null && system !== undefined && system !== false)
