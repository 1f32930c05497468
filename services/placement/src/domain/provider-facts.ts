import type { RequestGroup } from './request-group.ts'

/** One inventory with usage. */
export interface Room {
  /** (total − reserved) × allocation ratio. */
  readonly capacity: number
  readonly used: number
  /** The minimum and maximum that one consumer may allocate. */
  readonly minUnit: number
  readonly maxUnit: number
  /** An allocation must be a multiple of this. */
  readonly stepSize: number
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

/** Whether a consumer may allocate this amount: it is free and meets the unit constraints. */
const isServed = ({ capacity, used, minUnit, maxUnit, stepSize }: Room, amount: number): boolean =>
  used + amount <= capacity && amount >= minUnit && amount <= maxUnit && amount % stepSize === 0

/** Whether one consumer may allocate all of these amounts from a provider. */
export const hasRoomFor = (
  { resources }: Pick<ProviderFacts, 'resources'>,
  wanted: ReadonlyMap<string, number>,
): boolean => {
  for (const [name, amount] of wanted) {
    const room = resources.get(name)
    if (room === undefined || !isServed(room, amount)) return false
  }
  return true
}
