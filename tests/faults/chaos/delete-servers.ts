import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { eventually } from '@nimbo/testing/eventually'
import type { ServerView } from '@nimbo/testkit/servers'
import { assertHeldBy } from './assert-held.ts'
import { allServers, stateOf } from './create-servers.ts'
import { paced } from './paced.ts'
import { deletePatiently } from './patient-client.ts'
import { type Chaos, settledWithinMs, underKills } from './under-kills.ts'

/** Deletions are requested at a faster rate than creations. */
const fasterBy = 4

/** Deletes servers while processes are killed: all must go, together with everything made for them, files included. */
export const deleteServers = async (chaos: Chaos, servers: readonly ServerView[]): Promise<void> => {
  const { admin, cloud } = chaos
  const ids = servers.map(({ id }) => id)
  await underKills(chaos, 'deletion', async (met) => {
    await paced(ids, chaos.paceMs / fasterBy, (id) => deletePatiently(admin, id, met))
    await eventually(async () => assert.deepEqual((await allServers(admin)).map(stateOf), []), {
      ...{ withinMs: settledWithinMs, everyMs: 500 },
    })
  })
  await assertHeldBy(chaos, [])
  await eventually(async () => {
    const files = await readdir(cloud.directory, { recursive: true })
    const left = files.filter((path) => ids.some((id) => path.includes(id)))
    assert.deepEqual(left, [], 'no file of a server is left')
  })
  chaos.say('deletion: all are gone, and nothing is left of them')
}
