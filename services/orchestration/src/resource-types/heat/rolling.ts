import { isDeepStrictEqual } from 'node:util'
import type { JsonObject } from '@nimbo/kernel/json'

/** How many members of a group are changed at once, and how many stay meanwhile. */
export interface Rolling {
  readonly maxBatch: number
  readonly minInService: number
  readonly pauseSeconds: number
}

type Members = Readonly<Record<string, JsonObject>>

interface Group {
  readonly current: Members
  readonly wanted: Members
  /** Definitions of further members, to serve while others are changed. */
  spare(count: number): Members
}

export interface RollingStep {
  readonly members: Members
  readonly goesOn: boolean
}

/** So many at least, however the parts are cut. */
const atLeastOne = (count: number): number => Math.max(1, count)

/**
 * What a group is to be next on its way from what it is to what it shall be: a batch of members is new or other, and surplus members serve until
 * the last batch is done. It follows from what is there alone, so that it can be asked again after a crash.
 */
export const rollingStep = ({ current, wanted, spare }: Group, rolling: Rolling | undefined): RollingStep => {
  const missing = Object.keys(wanted).filter((name) => current[name] === undefined)
  const outdated = Object.keys(wanted).filter(
    (name) => current[name] !== undefined && !isDeepStrictEqual(current[name], wanted[name]),
  )
  const pending = [...missing, ...outdated]
  if (rolling === undefined || pending.length === 0) return { members: wanted, goesOn: false }
  const { maxBatch, minInService } = rolling
  const standing = Object.keys(current).length
  const room = Math.max(0, standing - Math.min(minInService, standing))
  const made = missing.slice(0, maxBatch)
  const changed = outdated.slice(0, Math.min(maxBatch - made.length, room))
  if (made.length + changed.length === 0)
    return {
      members: { ...current, ...spare(atLeastOne(Math.min(maxBatch, outdated.length))) },
      goesOn: true,
    }
  const batch = Object.fromEntries([...made, ...changed].map((name) => [name, wanted[name] ?? {}]))
  if (made.length + changed.length === pending.length) {
    const isSurplus = Object.keys(current).some((name) => wanted[name] === undefined)
    return isSurplus
      ? { members: { ...current, ...batch }, goesOn: true }
      : { members: wanted, goesOn: false }
  }
  return { members: { ...current, ...batch }, goesOn: true }
}
