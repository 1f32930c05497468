import assert from 'node:assert/strict'
import type { Moment } from '@nimbo/testkit/crash-plan'
import { bootServer, serverInStatus } from '@nimbo/testkit/servers'
import { askWatched, serversNamed } from './asking.ts'
import { caseName, type FaultCase } from './fault-case.ts'
import type { FaultCloud } from './fault-cloud.ts'
import { type Setup, orderOf } from './setup.ts'
import { deleteWhole, nothingHeld, wholeOrClean } from './settling.ts'

/** The line whose transaction records the request; its commit comes after the end of the line's span. */
const recording = 10
const lastOfSignIn = 2
/** The line whose span ends with the answer to the client, after those of all lines up to the cast. */
const asking = 3
const reachedWithinMs = 30_000

/**
 * Kills the process that reaches a line, before, in or after it. An accepted request must end with the server ACTIVE, or in ERROR
 * with everything undone. A request that was not recorded must leave nothing, and repeating it must work.
 */
export const killAtLine = (line: number, moment: Moment, volume: boolean): FaultCase => ({
  ...{ fault: 'kill', line, moment, volume },
  run: (cloud, setup) => killed(cloud, setup, { line, moment, volume }),
})

/**
 * Like {@link killAtLine} `in` a line, but kills only after the line has sent so many statements and messages; if it sends fewer,
 * at the end of its work.
 */
export const killAtOutput = (line: number, output: number, volume: boolean): FaultCase => ({
  ...{ fault: `kill ${output}`, line, moment: 'in', volume },
  run: (cloud, setup) => killed(cloud, setup, { line, moment: 'in', output, volume }),
})

interface Killed {
  readonly line: number
  readonly moment: Moment
  readonly output?: number
  readonly volume: boolean
}

const killed = async (cloud: FaultCloud, setup: Setup, { volume, ...place }: Killed): Promise<string> => {
  const { line, moment, output = 1 } = place
  const name = caseName({ fault: `kill-${output}`, line, moment })
  const order = orderOf(setup, name, { volume })
  const { point, answer } = await askWatched(cloud.crashPoints, { ...place, act: 'kill' }, (headers) =>
    line <= lastOfSignIn
      ? cloud.signInAgain(headers)
      : cloud.admin.compute.post('/servers', { server: order }, headers),
  )
  await point.reached(reachedWithinMs)
  const accepted = (await answer)?.status === 202
  await cloud.recovered()
  const [id, ...others] = await serversNamed(cloud.admin, name)
  assert.deepEqual(others, [], 'one request makes one server')
  if (id === undefined) {
    assert.ok(line <= recording && !accepted, 'a request that was recorded is lost')
    return askAgain(cloud, order, volume)
  }
  const mayBeRecorded = line >= recording || (line === asking && moment === 'after')
  assert.ok(mayBeRecorded, 'a request that was not recorded made a server')
  const { status } = await wholeOrClean(cloud, id, { volume })
  await deleteWhole(cloud, id)
  return status === 'ACTIVE' ? 'ACTIVE' : 'ERROR, clean'
}

const askAgain = async (
  cloud: FaultCloud,
  order: Readonly<Record<string, unknown>>,
  volume: boolean,
): Promise<string> => {
  await nothingHeld(cloud)
  const id = await bootServer(cloud.admin, order)
  await serverInStatus(cloud.admin, id, 'ACTIVE')
  await wholeOrClean(cloud, id, { volume })
  await deleteWhole(cloud, id)
  return 'refused, then ACTIVE'
}
