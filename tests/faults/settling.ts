import assert from 'node:assert/strict'
import type { Client } from '@nimbo/testkit/client'
import { eventually } from '@nimbo/testing/eventually'
import { type ServerView, serverGone, showServer } from '@nimbo/testkit/servers'
import type { FaultCloud } from './fault-cloud.ts'
import { holdings, type Parts, wholeHoldings } from './holdings.ts'

/** The longest time for a flow whose owner died: leases and unanswered calls must time out first. */
const settledWithinMs = 120_000
/** Each check costs the cloud a request, or ten for all holdings; polling without a pause would be most of its load. */
const everyMs = 100
const lookAtAllEveryMs = 250

/** Waits until a server has no task and is in one of these statuses or in ERROR. */
export const atRest = (
  admin: Client,
  id: string,
  statuses: readonly string[] = ['ACTIVE'],
): Promise<ServerView> =>
  eventually(
    async () => {
      const server = await showServer(admin, id)
      const task = server['OS-EXT-STS:task_state']
      assert.ok(
        [...statuses, 'ERROR'].includes(server.status) && task === null,
        `server ${id} is ${server.status}, ${task}`,
      )
      return server
    },
    { withinMs: settledWithinMs, everyMs },
  )

interface ListedEvent {
  readonly finish_time: string | null
}

/** Waits until every action requested for a server has begun and ended. */
export const actionsEnded = ({ compute }: Client, id: string): Promise<void> =>
  eventually(
    async () => {
      const path = `/servers/${id}/os-instance-actions`
      const { status, body } = await compute.get(path)
      assert.equal(status, 200, JSON.stringify(body))
      for (const { request_id, action } of body.instanceActions) {
        const { events } = (await compute.get(`${path}/${request_id}`)).body.instanceAction
        const isUnderWay = ({ finish_time }: ListedEvent): boolean => finish_time === null
        assert.ok(events.length > 0 && !events.some(isUnderWay), `${action} of server ${id} has not ended`)
      }
    },
    { withinMs: settledWithinMs, everyMs },
  )

/** Waits until the holdings of the cloud are exactly these. */
export const areHeld = (cloud: FaultCloud, wanted: readonly string[]): Promise<void> =>
  eventually(async () => assert.deepEqual(await holdings(cloud), wanted), {
    withinMs: settledWithinMs,
    everyMs: lookAtAllEveryMs,
  })

/** Waits until a server, the only one, is whole (ACTIVE with all its parts) or clean (ERROR without any). */
export const wholeOrClean = async (cloud: FaultCloud, id: string, parts: Parts): Promise<ServerView> => {
  const server = await atRest(cloud.admin, id)
  await areHeld(cloud, wholeHoldings(server, parts))
  return server
}

/** Waits until a server is gone and the cloud holds nothing for any server, files included. */
export const nothingHeld = async (cloud: FaultCloud, id?: string): Promise<void> => {
  if (id !== undefined) await serverGone(cloud.admin, id, { withinMs: settledWithinMs, everyMs })
  await areHeld(cloud, [])
  if (id === undefined) return
  const left = async () => (await cloud.files()).filter((path) => path.includes(id))
  await eventually(async () => assert.deepEqual(await left(), []), { withinMs: settledWithinMs, everyMs })
}

/** Deletes a server, the only one, and waits until nothing is left of it. */
export const deleteWhole = async (cloud: FaultCloud, id: string): Promise<void> => {
  const { status } = await cloud.admin.compute.delete(`/servers/${id}`)
  assert.equal(status, 204)
  await nothingHeld(cloud, id)
}
