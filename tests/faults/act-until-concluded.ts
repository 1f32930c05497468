import assert from 'node:assert/strict'
import type { CrashAct } from '@nimbo/testkit/crash-plan'
import type { ArmedPoint } from '@nimbo/testkit/crash-points'
import { bootServer, serverInStatus } from '@nimbo/testkit/servers'
import type { FaultCloud } from './fault-cloud.ts'
import { stepsOf } from './places.ts'
import { makeSetup, orderOf } from './setup.ts'

const reachedWithinMs = 30_000

interface Concluded {
  /** The action without arguments, such as `pause`. */
  readonly action: string
  /** The flow that performs it. */
  readonly flow: Parameters<typeof stepsOf>[0]
  readonly act: CrashAct
}

/**
 * Boots a server and requests an action. Resolves when the flow has concluded but its conductor has not saved that yet: the crash
 * point holds or kills the conductor first.
 */
export const actUntilConcluded = async (
  { admin, crashPoints }: FaultCloud,
  { action, flow, act }: Concluded,
): Promise<{ readonly id: string; readonly point: ArmedPoint }> => {
  const id = await bootServer(admin, orderOf(await makeSetup(admin), action, { volume: false }))
  await serverInStatus(admin, id, 'ACTIVE')
  const path = stepsOf(flow).at(-1)
  assert.ok(path !== undefined)
  const point = await crashPoints.arm({ moment: 'after', act, path })
  const { status } = await admin.compute.post(`/servers/${id}/action`, { [action]: null }, point.headers)
  assert.equal(status, 202)
  await point.reached(reachedWithinMs)
  return { id, point }
}
