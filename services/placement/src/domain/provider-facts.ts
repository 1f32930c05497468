import type { RequestGroup } from './request-group.ts'

/** What there is of one class at a provider. */
export interface Room {
  /** What can be allocated in all: less what is reserved, times the ratio. */
  readonly capacity: number
  readonly used: number
  /** The most that one consumer may take. */
  readonly maxUnit: number
}

/** A provider as candidates are judged by, and schedulers weigh it. */
export interface ProviderFacts {
  readonly id: string
  readonly parentId: string | null
  readonly rootId: string
  readonly resources: ReadonlyMap<string, Room>
  readonly traits: readonly string[]
}

/** Whether these traits, of one provider or of several together, are those that are asked for. */
export const hasTraits = (
  traits: ReadonlySet<string>,
  { requiredTraits, forbiddenTraits }: Pick<RequestGroup, 'requiredTraits' | 'forbiddenTraits'>,
): boolean =>
  requiredTraits.every((choice) => choice.some((trait) => traits.has(trait))) &&
  !forbiddenTraits.some((trait) => traits.has(trait))

/** Whether so much of each class is free. */
export const hasRoomFor = (
  { resources }: Pick<ProviderFacts, 'resources'>,
  wanted: ReadonlyMap<string, number>,
): boolean =>
  [...wanted].every(([name, amount]) => {
    const room = resources.get(name)
    return room !== undefined && room.used + amount <= room.capacity
  })
