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

/** A record as stored: booleans as 0 and 1, structures as JSON text. */
type Stored<Kept> = {
  [Column in keyof Kept]: Kept[Column] extends boolean
    ? number
    : Kept[Column] extends string | null
      ? Kept[Column]
      : string
}

/** Revokes every token that matches all columns which are not null and was issued no later than `issued_before`. */
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
  /** Since the last successful login. */
  failed_attempts: number
  last_failed_at: string | null
  /** A date: `2026-01-31`. */
  last_active_on: string | null
}

/** The association of a policy with an endpoint, a service, or a service in a region. */
export interface PolicyAssociationRow {
  /** The key: the following three columns as one text, since each combination has at most one policy. */
  place: string
  policy_id: string
  endpoint_id: string | null
  service_id: string | null
  region_id: string | null
}

/** A protocol of an identity provider, with the mapping that is applied to its assertions. */
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
