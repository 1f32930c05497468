/** A project that the session can be scoped to. */
export interface ProjectChoice {
  readonly id: string
  readonly name: string
  readonly domain_id: string
}

interface Domain {
  readonly id: string
  readonly name: string
}

/** The session: user, scope, region, and the services of the cloud. */
export interface Session {
  readonly user: { readonly id: string; readonly name: string; readonly domain: Domain }
  readonly project: { readonly id: string; readonly name: string; readonly domain: Domain } | null
  readonly system: unknown
  /** Names of the user's roles in the scope. */
  readonly roles: readonly string[]
  readonly expires_at: string
  readonly region: string
  readonly regions: readonly string[]
  readonly projects: readonly ProjectChoice[]
  /** Service types of the catalog in the region. */
  readonly services: readonly string[]
  /** Whether the region is this Nimbo; features of Nimbo alone are hidden otherwise. */
  readonly nimbo: boolean
}

/** Whether the session has the admin role or system scope. */
export const isOperator = ({ roles, system }: Session): boolean =>
  roles.includes('admin') || (system !== null && system !== undefined && system !== false)
