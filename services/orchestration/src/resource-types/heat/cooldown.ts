import type { Clock } from '@nimbo/kernel/clock'
import type { JsonObject } from '@nimbo/kernel/json'

/** Whether the cooldown of a group or policy is in progress; its metadata contains the end. */
export const isCooling = ({ cooldown_end }: JsonObject, clock: Clock): boolean => {
  if (typeof cooldown_end !== 'object' || cooldown_end === null) return false
  return Object.keys(cooldown_end).some((until) => Date.parse(until) > clock.now())
}

/** The metadata with the end of a cooldown that begins now. */
export const cooldownEnd = (
  metadata: JsonObject,
  clock: Clock,
  { seconds, reason }: { readonly seconds: number; readonly reason: string },
): JsonObject => ({
  ...metadata,
  cooldown_end: { [new Date(clock.now() + seconds * 1000).toISOString()]: reason },
  scaling_in_progress: false,
})
