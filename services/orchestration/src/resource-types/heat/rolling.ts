import { isDeepStrictEqual } from 'node:util'
import type { JsonObject } from '@nimbo/kernel/json'

/** How many members of a group change at once, and how many stay in service meanwhile. */
export interface Rolling {
  readonly maxBatch: number
  readonly minInService: number
  readonly pauseSeconds: number
}

type Members = Readonly<Record<string, JsonObject>>

interface Group {
  readonly current: Members
  readonly wanted: Members
  /** Definitions of additional members, to stay in service while others change. */
  spare(count: number): Members
}

export interface RollingStep {
  readonly members: Members
  readonly goesOn: boolean
}

/** At least one, even if the calculated batch is smaller. */
const atLeastOne = (count: number): number => Math.max(1, count)

/**
 * The next step from a group's current members to the wanted ones: a batch of members is created or changed, and surplus members
 * serve until the last batch is complete. It depends only on the current members, so that it can be repeated after a crash.
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
