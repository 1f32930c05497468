import type { Json, JsonObject } from '@nimbo/kernel/json'
import type { Rolling } from './rolling.ts'

const numberOf = (value: Json | undefined, otherwise: number): number =>
  value === undefined || value === null || Number.isNaN(Number(value)) ? otherwise : Number(value)

/** The batches by which a group is created or updated according to its policy; undefined if all members are processed at once. */
export const rollingBy = (
  policies: JsonObject | undefined,
  name: 'batch_create' | 'rolling_update',
): Rolling | undefined => {
  const policy = policies?.[name]
  if (typeof policy !== 'object' || policy === null || Array.isArray(policy)) return undefined
  const given: JsonObject = Object.fromEntries(Object.entries(policy))
  return {
    maxBatch: numberOf(given.max_batch_size, 1),
    minInService: name === 'batch_create' ? 0 : numberOf(given.min_in_service, 0),
    pauseSeconds: numberOf(given.pause_time, 0),
  }
}
