import assert from 'node:assert/strict'
import type { Client } from '@nimbo/testkit/client'

/** Creates a volume type; returns its id. */
export const makeType = async (
  { volume }: Client,
  name: string,
  extra_specs: Readonly<Record<string, string>>,
): Promise<string> => {
  const made = await volume.post('/v3/types', { volume_type: { name, extra_specs } })
  assert.equal(made.status, 200, JSON.stringify(made.body))
  return made.body.volume_type.id
}
