import type { MigrationSet } from '@nimbo/db/migrate'
import { migrations as computeEvents } from './compute-events/migrations.ts'
import { migrations as quotas } from './quotas/migrations.ts'
import { outboxMigration } from '@nimbo/notifications/outbox-migration'
import { rooms } from './resources.ts'

/** Sorts by number. Throws when two have the same number, because their order would be undefined. */
const inOrder = (sets: readonly MigrationSet[]): MigrationSet => {
  const all = sets
    .flatMap((set) => Object.entries(set))
    .toSorted(([one], [other]) => one.localeCompare(other))
  const numberOf = (name: string) => name.slice(0, name.indexOf('-'))
  for (const [index, [name]] of all.entries()) {
    const next = all[index + 1]?.[0]
    if (next !== undefined && numberOf(next) === numberOf(name))
      throw new TypeError(`the migrations ${name} and ${next} have one number`)
  }
  return Object.fromEntries(all)
}

/** The migrations of the service; those of each kind of resource are in its folder. */
export const migrations = inOrder([
  quotas,
  computeEvents,
  { '0008-notifications': outboxMigration },
  ...rooms.map((room) => room.migrations),
])
