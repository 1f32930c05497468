import type { MigrationSet } from '@nimbo/db/migrate'
import { migrations as first } from './db/migrations.ts'
import { rooms } from './resources.ts'

/** Merges migrations in the order of their numbers. Throws if two have the same number, since their order would be undefined. */
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

/** All migrations of the service's database: those of newer kinds of resource are in their folders. */
export const migrations = inOrder([first, ...rooms.map((room) => room.migrations ?? {})])
