import type { JsonObject } from '@nimbo/kernel/json'

/**
 * What identity keeps, under the API's own names. `extra` holds the attributes clients made up (an e-mail address, a
 * cost centre), which the API shows beside the others; `options` the ones with a meaning.
 */
export interface Project {
  readonly id: string
  readonly name: string
  /** Null for a domain, which stands in no other. */
  readonly domain_id: string | null
  readonly parent_id: string | null
  readonly is_domain: boolean
  readonly enabled: boolean
  readonly description: string
  readonly options: JsonObject
  readonly extra: JsonObject
}

export interface User {
  readonly id: string
  readonly name: string
  readonly domain_id: string
  readonly enabled: boolean
  readonly default_project_id: string | null
  /** Null for a user who has no password and so cannot use one. */
  readonly password_hash: string | null
  readonly password_expires_at: string | null
  /** Since when the password is; null where that is not known. */
  readonly password_created_at: string | null
  /** Whether the user set it, and nobody else. */
  readonly password_self_service: boolean
  /** Null where it is not known. */
  readonly created_at: string | null
  readonly options: JsonObject
  readonly extra: JsonObject
}

export interface Group {
  readonly id: string
  readonly name: string
  readonly domain_id: string
  readonly description: string
  readonly extra: JsonObject
}

export interface Role {
  readonly id: string
  readonly name: string
  /** Set for a role that only exists within a domain, and only implies others. */
  readonly domain_id: string | null
  readonly description: string | null
  readonly options: JsonObject
  readonly extra: JsonObject
}

export interface Region {
  readonly id: string
  readonly description: string
  readonly parent_region_id: string | null
  readonly extra: JsonObject
}

export interface Service {
  readonly id: string
  readonly type: string
  readonly name: string
  readonly enabled: boolean
  readonly description: string
  readonly extra: JsonObject
}

export type EndpointInterface = 'public' | 'internal' | 'admin'

export interface Endpoint {
  readonly id: string
  readonly service_id: string
  readonly region_id: string | null
  readonly interface: EndpointInterface
  readonly url: string
  readonly enabled: boolean
  readonly extra: JsonObject
}

export interface ApplicationCredential {
  readonly id: string
  readonly user_id: string
  readonly project_id: string
  readonly name: string
  readonly description: string | null
  readonly secret_hash: string
  /** ISO 8601; null for one that never ends. */
  readonly expires_at: string | null
  /** Whether its tokens may make further application credentials. */
  readonly unrestricted: boolean
}

/** A role given to a user or group on a project, a domain or the whole system. */
export interface RoleAssignment {
  readonly actor_type: 'user' | 'group'
  readonly actor_id: string
  readonly target_type: 'project' | 'domain' | 'system'
  /** `all` for the system. */
  readonly target_id: string
  readonly role_id: string
  /** Holds in the projects below the target and not on the target itself. */
  readonly inherited: boolean
}

/** Where roles are held. */
export type Target = Pick<RoleAssignment, 'target_type' | 'target_id'>

/** A role someone has in the end, however they came by it. */
export interface HeldRole {
  readonly id: string
  readonly name: string
}
