import { attribute } from '@nimbo/resource/describe/attribute'
import { type Columns, type Of, resource } from '@nimbo/resource/describe/kind'
import { literal, refused, type ValueType } from '@nimbo/resource/describe/value-type'
import { boolean, instant, integer, oneOf, orNull, text, uuid } from '@nimbo/resource/describe/value-types'
import { type Static, Type } from 'typebox'
import type { pciRequest } from '../compute-rpc/pci.ts'

/** The types of migrations. Nova calls a cold migration `migration`. */
const migrationTypes = ['migration', 'resize', 'live-migration', 'evacuation'] as const
export type MigrationType = (typeof migrationTypes)[number]

/** The statuses of all types. */
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

/** Statuses of a running live migration. */
export const liveStatuses = ['queued', 'preparing', 'running', 'post-migrating'] as const

/** Statuses of a migration without a final result. */
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

/** The old or new flavor, as stored with the server. */
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
  readonly pciRequests?: readonly Static<typeof pciRequest>[]
}

/** Only the service writes it, so it is not validated. */
const flavor: ValueType<MigratedFlavor, 'json'> = {
  schema: Type.Unknown(),
  column: 'json',
  nullable: false,
  accept: (given) => refused(`${literal(given)} cannot be set`),
}

const name = attribute(orNull(text()), {})
const bytes = attribute(orNull(integer(0, Number.MAX_SAFE_INTEGER)), { filter: false, sort: false })

/** The record of a migration or resize of a server. */
export const migration = resource('migration', 'migrations', {
  id: attribute(uuid, {}),
  /** A number per cell: the id in the API. */
  number: attribute(integer(1, 2_147_483_647), {}),
  server_id: attribute(uuid, {}),
  /** The server's project and the requesting user. */
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
  /** Hidden migrations are not listed. */
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
