import assert from 'node:assert/strict'
import { join } from 'node:path'
import { assertNoOrphans } from '@nimbo/testkit/audit'
import type { DistributedCloud } from '@nimbo/testkit/distributed-cloud'
import { eventually } from '@nimbo/testing/eventually'
import { fakeGuests } from '@nimbo/testkit/fake-guests'
import type { ServerView } from '@nimbo/testkit/servers'
import { holdings, wholeHoldings } from '../holdings.ts'
import { type Chaos, settledWithinMs } from './under-kills.ts'
import { unendedFlows } from './unended-flows.ts'

/** Every third server has a volume. */
export const withVolume = (name: string): boolean => Number(name.split('-')[1]) % 3 === 0

const domainsOf = async ({ directory, hosts }: DistributedCloud) => {
  const each = await Promise.all(
    hosts.map((host) => fakeGuests(join(directory, 'hosts', host, 'fake-hypervisor'))),
  )
  return each.flat()
}

/** Waits until claims, ports, volumes and domains are exactly those of these servers, every flow has ended, and the audit is clean. */
export const assertHeldBy = async (
  { cloud, admin, say }: Chaos,
  servers: readonly ServerView[],
): Promise<void> => {
  const wanted = servers.flatMap((server) => wholeHoldings(server, { volume: withVolume(server.name) }))
  const patience = { withinMs: settledWithinMs, everyMs: 1_000 }
  await eventually(async () => {
    const found = await holdings({ admin, domains: () => domainsOf(cloud) })
    assert.deepEqual(
      { lacking: without(wanted, found), leftOver: without(found, wanted) },
      { lacking: [], leftOver: [] },
    )
  }, patience)
  await eventually(
    async () => assert.deepEqual(await unendedFlows(cloud), [], 'every flow has ended'),
    patience,
  )
  await eventually(() => assertNoOrphans(admin), patience)
  say(`nimbo manage audit: ${(await cloud.manage('audit')).trim().replaceAll('\n', ' ')}`)
}

/** The lines of a list that the other lacks; a line that occurs more often in the first appears once for each surplus. */
const without = (list: readonly string[], other: readonly string[]): readonly string[] => {
  const counts = new Map<string, number>()
  for (const line of other) counts.set(line, (counts.get(line) ?? 0) + 1)
  return list.filter((line) => {
    const left = counts.get(line) ?? 0
    counts.set(line, left - 1)
    return left <= 0
  })
}
