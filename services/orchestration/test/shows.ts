import assert from 'node:assert/strict'
import type { Stood } from './small-engine.ts'

/** Asserts that the service shows these values of a resource's fields. */
export const shows = async (stood: Stood, expected: Readonly<Record<string, unknown>>): Promise<void> => {
  const live = Object.entries((await stood.show()) ?? {})
  assert.deepEqual(Object.fromEntries(live.filter(([name]) => Object.hasOwn(expected, name))), expected)
}
