import { textAt } from '../../cloud/json-values.ts'
import type { Session } from '../../cloud/session.ts'
import { UsageError } from '../../grammar/usage-error.ts'
import type { Row } from '../../output/result.ts'

/** A resource that a cleanup of a project deletes. */
export interface Finding {
  readonly type: string
  readonly id: string
  readonly name: string
  remove(): Promise<unknown>
  /** Waits until it is deleted, where the service only accepts to delete it. */
  untilGone?(): Promise<void>
}

/** What can be deleted at the same time. */
export type Phase = readonly Finding[]

/** What a cleanup searches for. */
export interface Search {
  /** A session in the project. */
  readonly session: Session
  readonly project: string
  /** Whether a resource is old enough. */
  readonly matches: (row: Row) => boolean
  /** Whether every resource is old enough, since no time was given. */
  readonly matchesAll: boolean
  /** Whether to keep all resources of a type, such as `compute.server`. */
  readonly skips: (...types: readonly string[]) => boolean
}

export const finding = (type: string, row: Row, acts: Pick<Finding, 'remove' | 'untilGone'>): Finding => ({
  ...{ type, id: textAt(row, 'id'), name: textAt(row, 'name') },
  ...acts,
})

/** Times without a time zone are in UTC. */
const instantOf = (time: string): number =>
  Date.parse(/T.*(Z|[+-]\d\d:?\d\d)$/i.test(time) ? time : `${time.trim().replace(' ', 'T')}Z`)

const bound = (time: string | undefined, name: string): number | undefined => {
  if (time === undefined) return undefined
  const instant = instantOf(time.includes(':') ? time : `${time}T00:00`)
  if (Number.isNaN(instant)) throw new UsageError(`argument ${name}: invalid time: '${time}'`)
  return instant
}

/** The members that hold the times, as the services call them. */
const createdIn = ['created_at', 'created', 'creation_time']
const updatedIn = ['updated_at', 'updated', 'updated_time']

const isBefore = (row: Row, members: readonly string[], latest: number | undefined): boolean => {
  if (latest === undefined) return true
  const time = members.map((member) => row[member]).find((value) => typeof value === 'string')
  return typeof time === 'string' && instantOf(time) <= latest
}

/** Judges resources by age. One whose age is unknown does not match. */
export const ageFilter = (created: string | undefined, updated: string | undefined) => {
  const [made, changed] = [bound(created, '--created-before'), bound(updated, '--updated-before')]
  return {
    matchesAll: made === undefined && changed === undefined,
    matches: (row: Row) => isBefore(row, createdIn, made) && isBefore(row, updatedIn, changed),
  }
}
