import type { Kysely, Selectable } from 'kysely'

export interface KeyTables {
  secrets: SecretRow
  secret_metadata: { secret_id: string; key: string; value: string }
  secret_consumers: SecretConsumerRow
  containers: ContainerRow
  container_secrets: ContainerSecretRow
  container_consumers: ContainerConsumerRow
  acls: AclRow
  acl_users: { owner_id: string; user_id: string }
  orders: OrderRow
  project_quotas: QuotaRow
  project_keks: ProjectKekRow
  preferred_stores: { project_id: string; store_id: string }
}

/** The key manager's database, or a transaction. */
export type KeyDb = Kysely<KeyTables>

interface Owned {
  id: string
  project_id: string
  creator_id: string | null
  status: string
  created: string
  updated: string
}

export interface SecretRow extends Owned {
  name: string | null
  secret_type: 'symmetric' | 'passphrase' | 'private' | 'public' | 'certificate' | 'opaque'
  expiration: string | null
  algorithm: string | null
  bit_length: number | null
  mode: string | null
  /** Null while the secret has no payload; so are the next two columns. */
  content_type: string | null
  kek_id: string | null
  /** The encrypted payload: see `domain/sealed-box.ts`. */
  sealed: string | null
}

interface Used {
  id: string
  project_id: string
  created: string
}

export interface SecretConsumerRow extends Used {
  secret_id: string
  service: string
  resource_type: string
  resource_id: string
}

export interface ContainerRow extends Owned {
  name: string | null
  type: 'generic' | 'rsa' | 'certificate'
}

export interface ContainerSecretRow {
  container_id: string
  secret_id: string
  /** Empty if the container has no name for the secret. */
  name: string
  position: number
}

export interface ContainerConsumerRow extends Used {
  container_id: string
  name: string
  url: string
}

/** The ACL of a secret or container, if set. */
export interface AclRow {
  owner_id: string
  project_access: number
  created: string
  updated: string
}

export interface OrderRow extends Owned {
  type: string
  /** The body's `meta` as JSON, without the passphrase. */
  meta: string
  secret_id: string | null
  container_id: string | null
  error_status_code: string | null
  error_reason: string | null
}

export interface QuotaRow {
  project_id: string
  secrets: number | null
  orders: number | null
  containers: number | null
  consumers: number | null
  cas: number | null
}

/** A project's key, encrypted with a master key. */
export interface ProjectKekRow {
  id: string
  project_id: string
  /** The master key that encrypted it. */
  master_id: string
  sealed: string
  created: string
}

export type Secret = Selectable<SecretRow>
export type SecretConsumer = Selectable<SecretConsumerRow>
export type Container = Selectable<ContainerRow>
export type ContainerSecret = Selectable<ContainerSecretRow>
export type ContainerConsumer = Selectable<ContainerConsumerRow>
export type Order = Selectable<OrderRow>
export type ProjectKek = Selectable<ProjectKekRow>
