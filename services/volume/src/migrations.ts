import type { MigrationSet } from '@nimbo/db/migrate'
import { migrations as first } from './db/migrations.ts'
import { rooms } from './resources.ts'

/** All in the order of their numbers. Throws when two have one number, for then nobody could say which comes first. */
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

/** How the service's tables came to be: those of younger kinds of resource stand in their rooms. */
export const migrations = inOrder([first, ...rooms.map((room) => room.migrations ?? {})])
