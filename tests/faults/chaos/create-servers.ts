import assert from 'node:assert/strict'
import type { Client } from '@nimbo/testkit/client'
import { eventually } from '@nimbo/testing/eventually'
import type { ServerView } from '@nimbo/testkit/servers'
import { type Setup, orderOf } from '../setup.ts'
import { assertHeldBy, withVolume } from './assert-held.ts'
import { paced } from './paced.ts'
import { askPatiently } from './patient-client.ts'
import { type Chaos, settledWithinMs, underKills } from './under-kills.ts'

/** All servers of the cloud. */
export const allServers = async ({ compute }: Client): Promise<readonly ServerView[]> => {
  const { status, body } = await compute.get('/servers/detail?limit=1000')
  assert.equal(status, 200, JSON.stringify(body))
  return body.servers
}

/** The id, status and task state of a server: `c6f… BUILD spawning`. */
export const stateOf = ({ id, status, 'OS-EXT-STS:task_state': task }: ServerView): string =>
  `${id} ${status} ${task}`

const isAtRest = ({ status, 'OS-EXT-STS:task_state': task }: ServerView): boolean =>
  ['ACTIVE', 'ERROR'].includes(status) && task === null

const allAtRest = (admin: Client): Promise<readonly ServerView[]> =>
  eventually(
    async () => {
      const all = await allServers(admin)
      assert.deepEqual(all.filter((server) => !isAtRest(server)).map(stateOf), [])
      return all
    },
    { withinMs: settledWithinMs, everyMs: 500 },
  )

const shown = ({ name, id }: Pick<ServerView, 'name' | 'id'>): string => `${name} ${id}`

/**
 * Creates servers while processes are killed. Each accepted request must have made exactly one server, and there may be no
 * others. An ACTIVE server must have all its parts, one in ERROR none.
 */
export const createServers = async (
  chaos: Chaos,
  setup: Setup,
  names: readonly string[],
): Promise<readonly ServerView[]> => {
  const { admin } = chaos
  const accepted: { name: string; id: string }[] = []
  const servers = await underKills(chaos, 'creation', async (met) => {
    await paced(names, chaos.paceMs, async (name) => {
      const order = { ...orderOf(setup, name, { volume: withVolume(name) }), name }
      accepted.push({ name, id: await askPatiently(admin, order, met) })
    })
    return allAtRest(admin)
  })
  assert.deepEqual(servers.map(shown).sort(), accepted.map(shown).sort())
  sayOutcome(chaos, servers)
  await assertHeldBy(chaos, servers)
  return servers
}

const sayOutcome = ({ say }: Chaos, servers: readonly ServerView[]): void => {
  const active = servers.filter(({ status }) => status === 'ACTIVE')
  say(`creation: ${active.length} ACTIVE, ${servers.length - active.length} in ERROR`)
  for (const { id, fault } of servers)
    if (fault !== undefined) say(`  ${id}: ${fault.message} ${fault.details ?? ''}`.trimEnd())
}
