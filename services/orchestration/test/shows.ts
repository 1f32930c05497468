import assert from 'node:assert/strict'
import type { Stood } from './small-engine.ts'

/** That the service of a resource shows these of its fields so. */
export const shows = async (stood: Stood, expected: Readonly<Record<string, unknown>>): Promise<void> => {
  const live = Object.entries((await stood.show()) ?? {})
  assert.deepEqual(Object.fromEntries(live.filter(([name]) => Object.hasOwn(expected, name))), expected)
}
