import { errors } from '../../errors.ts'
import type { RequestedResources } from '../scheduling/requested-resources.ts'
import { isOver } from './quota.ts'

/** The limit and usage of a resource class for a project. */
export interface ClassRoom {
  readonly resourceClass: string
  readonly limit: number
  readonly used: number
}

const asked = (each: RequestedResources, { resourceClass }: ClassRoom, count: number): number =>
  count * (each[resourceClass] ?? 0)

const overIn = (rooms: readonly ClassRoom[], each: RequestedResources, count: number): ClassRoom[] =>
  rooms.filter((room) => isOver(room.limit, room.used + asked(each, room, count)))

/** Whether that many servers fit. */
export const hasRoom = (rooms: readonly ClassRoom[], each: RequestedResources, count: number): boolean =>
  overIn(rooms, each, count).length === 0

/** Throws Nova's 403 naming every resource class that so many servers would exceed. */
export const requireRoom = (rooms: readonly ClassRoom[], each: RequestedResources, count: number): void => {
  const over = overIn(rooms, each, count)
  if (over.length === 0) return
  const joined = (of: (room: ClassRoom) => string | number): string => over.map(of).join(', ')
  throw errors.QuotaExceeded({
    overs: joined(({ resourceClass }) => `class:${resourceClass}`),
    requested: joined((room) => asked(each, room, count)),
    used: joined(({ used }) => used),
    allowed: joined(({ limit }) => limit),
  })
}
