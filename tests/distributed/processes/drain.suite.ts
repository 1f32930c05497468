import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, it } from 'node:test'
import { runOnPostgresql } from '@nimbo/db/run-on-postgresql'
import type { CloudProcess } from '@nimbo/testkit/distributed-cloud'
import { eventually } from '@nimbo/testing/eventually'
import { bootServer, serverInStatus } from '@nimbo/testkit/servers'
import { type ProcessCloud, processOf } from './process-cloud.ts'

const patience = { withinMs: 60_000 }
const servers = 6

export const describeDrain = (shared: () => ProcessCloud): void => {
  /** The number of builds whose flows a conductor holds. */
  const held = async ({ name }: CloudProcess): Promise<number> => {
    const url = new URL(shared().cloud.postgresql.url)
    url.pathname = '/nova_api'
    const [row] = await runOnPostgresql(url.href, (run) =>
      run(
        `select count(*)::int as held from flows
         where name = 'boot-server' and lease_owner like 'nova-conductor@${name}/%'`,
      ),
    )
    return (row as { held: number }).held
  }
  /** The messages in its log, without lines that are no JSON, which a failed start prints. */
  const saidBy = async ({ logFile }: CloudProcess): Promise<readonly string[]> =>
    (await readFile(logFile, 'utf8'))
      .trimEnd()
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => String((JSON.parse(line) as { msg?: unknown }).msg))

  describe('a conductor that is stopped', () => {
    it('hands its unfinished builds to another conductor, which finishes them', async () => {
      const { admin, cloud, flavorRef, imageRef } = shared()
      const conductors = cloud.processes.filter(({ roles }) => roles.includes('nova-conductor'))
      const scheduler = processOf(shared(), 'nova-scheduler')
      // Holds the builds at the point at which conductors wait for the scheduler.
      scheduler.kill('SIGSTOP')
      const ids = await Promise.all(
        Array.from({ length: servers }, () => bootServer(admin, { flavorRef, imageRef })),
      )
      const leaving = await eventually(async () => {
        const counts = await Promise.all(conductors.map(held))
        assert.equal(
          counts.reduce((sum, count) => sum + count, 0),
          servers,
        )
        const most = conductors[counts.indexOf(Math.max(...counts))]
        assert.ok(most !== undefined)
        return most
      }, patience)
      const stopped = leaving.stop()
      await eventually(async () => assert.ok((await saidBy(leaving)).includes('ending')), patience)
      scheduler.kill('SIGCONT')
      await stopped
      assert.equal((await saidBy(leaving)).at(-1), 'ended')
      assert.equal(await held(leaving), 0, 'it holds no flow after its end')
      for (const id of ids) await serverInStatus(admin, id, 'ACTIVE', patience)
    })
  })
}
