import type { JsonObject } from '@nimbo/kernel/json'

/**
 * Identity's records, with the attribute names of the API. `extra` holds attributes that clients defined themselves (an e-mail
 * address, a cost centre) and that the API shows among the others; `options` holds those with a defined meaning.
 */
export interface Project {
  readonly id: string
  readonly name: string
  /** Null for a domain, which is in no other domain. */
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
  /** Null for a user without a password, who cannot log in with one. */
  readonly password_hash: string | null
  readonly password_expires_at: string | null
  /** When the password was set; null if unknown. */
  readonly password_created_at: string | null
  /** Whether the user set the password, as opposed to an administrator. */
  readonly password_self_service: boolean
  /** Null if unknown. */
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
  /** Set for a domain-specific role, which only implies other roles. */
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
  /** ISO 8601; null if it never expires. */
  readonly expires_at: string | null
  /** Whether its tokens may create more application credentials and trusts; null (like false) if the creator did not set it. */
  readonly unrestricted: boolean | null
}

/** A role of a user or group on a project, a domain or the system. */
export interface RoleAssignment {
  readonly actor_type: 'user' | 'group'
  readonly actor_id: string
  readonly target_type: 'project' | 'domain' | 'system'
  /** `all` for the system. */
  readonly target_id: string
  readonly role_id: string
  /** Applies to the projects below the target and not to the target itself. */
  readonly inherited: boolean
}

/** Where a role is assigned. */
export type Target = Pick<RoleAssignment, 'target_type' | 'target_id'>

/** An effective role of a user. */
export interface HeldRole {
  readonly id: string
  readonly name: string
}
