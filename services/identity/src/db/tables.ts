import type { AccessRuleColumns } from '@nimbo/contracts/identity/access-rules'
import type { CredentialColumns } from '@nimbo/contracts/identity/credentials'
import type { TrustColumns } from '@nimbo/contracts/identity/trusts'
import type { RegisteredLimitColumns } from '@nimbo/contracts/identity/registered-limits'
import type { LimitColumns } from '@nimbo/contracts/identity/limits'
import type { PolicyColumns } from '@nimbo/contracts/identity/policies'
import type { EndpointGroupColumns } from '@nimbo/contracts/identity/endpoint-groups'
import type { IdentityProviderColumns } from '@nimbo/contracts/identity/identity-providers'
import type {
  OauthAccessTokenColumns,
  OauthConsumerColumns,
  OauthRequestTokenColumns,
} from '@nimbo/contracts/identity/oauth1'
import type { ServiceProviderColumns } from '@nimbo/contracts/identity/service-providers'
import type { MappingColumns } from '@nimbo/contracts/identity/mappings'
import type { OutboxTables } from '@nimbo/notifications/outbox-tables'
import type {
  ApplicationCredential,
  Endpoint,
  Group,
  Project,
  Region,
  Role,
  RoleAssignment,
  Service,
  User,
} from '../domain/records.ts'

/** A record as the database has it: booleans as 0 and 1, structures as JSON text. */
type Stored<Kept> = {
  [Column in keyof Kept]: Kept[Column] extends boolean
    ? number
    : Kept[Column] extends string | null
      ? Kept[Column]
      : string
}

/** Something happened that ends every token that matches all its set columns and is as old as `issued_before`. */
export interface RevocationEventRow {
  id: string
  audit_id: string | null
  user_id: string | null
  project_id: string | null
  domain_id: string | null
  /** Milliseconds since the epoch, as in tokens. */
  issued_before: number
  revoked_at: string
}

export interface LoginRecordRow {
  user_id: string
  /** Since the last success. */
  failed_attempts: number
  last_failed_at: string | null
  /** `2026-01-31` */
  last_active_on: string | null
}

/** Which endpoints a policy is for. */
export interface PolicyAssociationRow {
  /** The three that follow as one text, since there is but one policy for each place. */
  place: string
  policy_id: string
  endpoint_id: string | null
  service_id: string | null
  region_id: string | null
}

/** By which protocol people come from an identity provider, and how what is said of them is read. */
export interface FederationProtocolRow {
  id: string
  idp_id: string
  mapping_id: string
  remote_id_attribute: string | null
}

export interface IdentityTables extends OutboxTables {
  projects: Stored<Project>
  project_tags: { project_id: string; name: string }
  users: Stored<User>
  former_passwords: { user_id: string; password_hash: string; replaced_at: string }
  login_records: LoginRecordRow
  groups: Stored<Group>
  group_members: { group_id: string; user_id: string }
  roles: Stored<Role>
  implied_roles: { prior_role_id: string; implied_role_id: string }
  role_assignments: Stored<RoleAssignment>
  regions: Stored<Region>
  services: Stored<Service>
  endpoints: Stored<Endpoint>
  application_credentials: Stored<ApplicationCredential>
  application_credential_roles: { application_credential_id: string; role_id: string }
  access_rules: AccessRuleColumns
  application_credential_access_rules: { application_credential_id: string; access_rule_id: string }
  trusts: TrustColumns
  credentials: CredentialColumns
  trust_roles: { trust_id: string; role_id: string }
  registered_limits: RegisteredLimitColumns
  limits: LimitColumns
  policies: PolicyColumns
  endpoint_groups: EndpointGroupColumns
  project_endpoints: { project_id: string; endpoint_id: string }
  project_endpoint_groups: { project_id: string; endpoint_group_id: string }
  policy_associations: PolicyAssociationRow
  domain_config: { domain_id: string; group_name: string; option_name: string; value: string }
  identity_providers: IdentityProviderColumns
  mappings: MappingColumns
  federation_protocols: FederationProtocolRow
  federated_users: { idp_id: string; protocol_id: string; unique_id: string; user_id: string }
  federated_memberships: { user_id: string; idp_id: string; group_id: string; expires_at: string }
  service_providers: ServiceProviderColumns
  id_mapping: { public_id: string; domain_id: string; entity_type: string; local_id: string }
  saml_assertions: { issuer: string; assertion_id: string; ends_at: string; seen_at: string }
  oauth_consumers: OauthConsumerColumns
  oauth_request_tokens: OauthRequestTokenColumns
  oauth_access_tokens: OauthAccessTokenColumns
  revocation_events: RevocationEventRow
}
