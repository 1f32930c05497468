import { attribute } from '@nimbo/resource/describe/attribute'
import { type Columns, type Of, resource } from '@nimbo/resource/describe/kind'
import { literal, refused, type ValueType } from '@nimbo/resource/describe/value-type'
import { boolean, instant, integer, oneOf, orNull, text, uuid } from '@nimbo/resource/describe/value-types'
import { Type } from 'typebox'

/** What a migration is for. Nova calls a cold migration `migration`. */
const migrationTypes = ['migration', 'resize', 'live-migration', 'evacuation'] as const
export type MigrationType = (typeof migrationTypes)[number]

/** How far a migration has come, in the words of its type. */
const migrationStatuses = [
  ...([
    'accepted',
    'queued',
    'preparing',
    'pre-migrating',
    'migrating',
    'running',
    'post-migrating',
  ] as const),
  ...(['finished', 'confirming', 'confirmed', 'reverting', 'reverted'] as const),
  ...(['completed', 'done', 'cancelled', 'failed', 'error'] as const),
] as const
export type MigrationStatus = (typeof migrationStatuses)[number]

/** A live migration in one of these is under way. */
export const liveStatuses = ['queued', 'preparing', 'running', 'post-migrating'] as const

/** A migration in one of these may still go either way. */
export const openStatuses = [
  ...([
    'accepted',
    'queued',
    'preparing',
    'pre-migrating',
    'migrating',
    'running',
    'post-migrating',
  ] as const),
  ...(['finished', 'confirming', 'reverting'] as const),
] as const

/** The flavor a server had, or will have, as the server keeps it. */
export interface MigratedFlavor {
  readonly id: string
  readonly name: string
  readonly vcpus: number
  readonly memoryMb: number
  readonly rootGb: number
  readonly ephemeralGb: number
  readonly swapMb: number
  readonly description: string | null
  readonly extraSpecs: Readonly<Record<string, string>>
}

/** Only the service itself writes it, so there is nothing to check. */
const flavor: ValueType<MigratedFlavor, 'json'> = {
  schema: Type.Unknown(),
  column: 'json',
  nullable: false,
  accept: (given) => refused(`${literal(given)} cannot be set`),
}

const name = attribute(orNull(text()), {})
const bytes = attribute(orNull(integer(0, Number.MAX_SAFE_INTEGER)), { filter: false, sort: false })

/** The move of a server from one host to another, or to another flavor: what became of it is kept. */
export const migration = resource('migration', 'migrations', {
  id: attribute(uuid, {}),
  /** Counts up within the cell: the id that the API shows. */
  number: attribute(integer(1, 2_147_483_647), {}),
  server_id: attribute(uuid, {}),
  /** Whose server it is, and who asked. */
  project_id: attribute(text(), {}),
  user_id: attribute(text(), {}),
  migration_type: attribute(oneOf(...migrationTypes), {}),
  status: attribute(oneOf(...migrationStatuses), {}),
  source_compute: name,
  source_node: name,
  dest_compute: name,
  dest_node: name,
  /** The address of the destination. */
  dest_host: name,
  old_flavor: attribute(orNull(flavor), { filter: false, sort: false }),
  new_flavor: attribute(orNull(flavor), { filter: false, sort: false }),
  /** Not shown in lists: the records of a service's own making. */
  hidden: attribute(boolean, {}),
  memory_total: bytes,
  memory_processed: bytes,
  memory_remaining: bytes,
  disk_total: bytes,
  disk_processed: bytes,
  disk_remaining: bytes,
  created_at: attribute(instant, {}),
  updated_at: attribute(orNull(instant), {}),
})
export type Migration = Of<typeof migration>
export type MigrationRow = Columns<typeof migration>
