import { createHash } from 'node:crypto'
import type { JsonObject } from '@nimbo/kernel/json'
import type { ChildStack } from '../../resource-type/child-stack.ts'
import type { Handling } from '../../resource-type/handling.ts'

type Members = Readonly<Record<string, JsonObject>>

const nameLength = 12
const letters = 'abcdefghijklmnopqrstuvwxyz234567'

/** A random-looking name that is always the same for the same number, so that repeated calls return the same members. */
const nameOf = (group: string, number: number): string =>
  [...createHash('sha256').update(`${group} ${number}`).digest().subarray(0, nameLength)]
    .map((byte) => letters[byte % letters.length] ?? 'a')
    .join('')

export const memberOf = (resource: Readonly<Record<string, unknown>>): JsonObject =>
  JSON.parse(JSON.stringify(resource))

/** Members in the order in which they are kept: failed ones are removed first, then the oldest. */
const byWorth = (child: ChildStack | undefined): readonly string[] =>
  [...(child?.members ?? [])]
    .sort(
      (one, other) =>
        Number(one.status === 'FAILED') - Number(other.status === 'FAILED') ||
        other.createdAt.localeCompare(one.createdAt) ||
        other.name.localeCompare(one.name),
    )
    .map(({ name }) => name)

const freshNames = (group: string, taken: readonly string[], count: number): readonly string[] => {
  const names: string[] = []
  for (let number = 0; names.length < count; number++) {
    const name = nameOf(group, number)
    if (!taken.includes(name)) names.push(name)
  }
  return names
}

/** The members of a group at that capacity: existing ones that are kept, and new ones. */
export const membersFor = (
  { resource }: Handling<object>,
  child: ChildStack | undefined,
  { capacity, definition }: { readonly capacity: number; readonly definition: JsonObject },
): Members => {
  const standing = byWorth(child)
  const kept = standing.slice(0, capacity)
  const names = [...kept, ...freshNames(resource.id, standing, capacity - kept.length)]
  return Object.fromEntries(names.map((name) => [name, definition]))
}

/** Additional members, to stay in service while others change. */
export const furtherMembers = (
  { resource }: Handling<object>,
  child: ChildStack | undefined,
  { count, definition }: { readonly count: number; readonly definition: JsonObject },
): Members => {
  const names = freshNames(resource.id, byWorth(child), count)
  return Object.fromEntries(names.map((name) => [name, definition]))
}
