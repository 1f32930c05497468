import { liveStatuses, type MigratedFlavor } from '@nimbo/contracts/compute/migration-kind'
import type { MigrationView, ServerMigrationView } from '@nimbo/contracts/compute/server-migrations'
import type { Migration } from '../../db/server-migrations/migrations.ts'
import { linksTo } from '../../domain/servers/server-view.ts'
import { wireTimeMicros, wireTimeMicrosOrNull } from '../../domain/wire-time.ts'

interface Viewer {
  /** Whether the caller may see hosts. */
  readonly hosts: boolean
  readonly base: string
}

const nowhere = {
  source_compute: null,
  source_node: null,
  dest_compute: null,
  dest_node: null,
  dest_host: null,
}

const hostsOf = (migration: Migration): typeof nowhere | Pick<Migration, keyof typeof nowhere> => ({
  source_compute: migration.source_compute,
  source_node: migration.source_node,
  dest_compute: migration.dest_compute,
  dest_node: migration.dest_node,
  dest_host: migration.dest_host,
})

/** The field must be a number; a flavor with a non-numeric id is shown as null. */
const flavorNumber = (flavor: MigratedFlavor | null): number | null =>
  flavor && /^[0-9]{1,9}$/.test(flavor.id) ? Number(flavor.id) : null

const isLive = ({ migration_type, status }: Migration): boolean =>
  migration_type === 'live-migration' && liveStatuses.some((live) => live === status)

/** A migration in `os-migrations`. */
export const migrationView = (migration: Migration, { hosts, base }: Viewer): MigrationView => ({
  id: migration.number,
  uuid: migration.id,
  instance_uuid: migration.server_id,
  ...(hosts ? hostsOf(migration) : nowhere),
  old_instance_type_id: flavorNumber(migration.old_flavor),
  new_instance_type_id: flavorNumber(migration.new_flavor),
  status: migration.status,
  migration_type: migration.migration_type,
  user_id: migration.user_id,
  project_id: migration.project_id,
  ...(isLive(migration)
    ? { links: linksTo(base, `/servers/${migration.server_id}/migrations/${migration.number}`) }
    : {}),
  created_at: wireTimeMicros(migration.created_at),
  updated_at: wireTimeMicrosOrNull(migration.updated_at),
})

/** A live migration below its server, with its progress. */
export const serverMigrationView = (
  migration: Migration,
  { hosts }: Pick<Viewer, 'hosts'>,
): ServerMigrationView => ({
  id: migration.number,
  uuid: migration.id,
  server_uuid: migration.server_id,
  ...(hosts ? hostsOf(migration) : nowhere),
  status: migration.status,
  user_id: migration.user_id,
  project_id: migration.project_id,
  memory_total_bytes: migration.memory_total,
  memory_processed_bytes: migration.memory_processed,
  memory_remaining_bytes: migration.memory_remaining,
  disk_total_bytes: migration.disk_total,
  disk_processed_bytes: migration.disk_processed,
  disk_remaining_bytes: migration.disk_remaining,
  created_at: wireTimeMicros(migration.created_at),
  updated_at: wireTimeMicrosOrNull(migration.updated_at),
})
