import type { RequestGroup } from './request-group.ts'

/** One inventory with usage. */
export interface Room {
  /** (total − reserved) × allocation ratio. */
  readonly capacity: number
  readonly used: number
  /** The maximum per consumer. */
  readonly maxUnit: number
}

/** A provider as needed for candidates and summaries. */
export interface ProviderFacts {
  readonly id: string
  readonly parentId: string | null
  readonly rootId: string
  readonly resources: ReadonlyMap<string, Room>
  readonly traits: readonly string[]
}

/** Whether traits, of one provider or several, satisfy the requirements. */
export const hasTraits = (
  traits: ReadonlySet<string>,
  { requiredTraits, forbiddenTraits }: Pick<RequestGroup, 'requiredTraits' | 'forbiddenTraits'>,
): boolean =>
  requiredTraits.every((choice) => choice.some((trait) => traits.has(trait))) &&
  !forbiddenTraits.some((trait) => traits.has(trait))

/** Whether these amounts are free. */
export const hasRoomFor = (
  { resources }: Pick<ProviderFacts, 'resources'>,
  wanted: ReadonlyMap<string, number>,
): boolean => {
  for (const [name, amount] of wanted) {
    const room = resources.get(name)
    if (room === undefined || room.used + amount > room.capacity) return false
  }
  return true
}
