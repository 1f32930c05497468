import assert from 'node:assert/strict'
import { serverGone } from '@nimbo/testkit/servers'
import { askWatched } from './asking.ts'
import { caseName, type FaultCase } from './fault-case.ts'
import { orderOf } from './ground.ts'
import { nothingHeld } from './settling.ts'

const fault = 'delete, host cut off'
const moment = 'before'
const reachedWithinMs = 30_000
/** Until the host counts as down, and is not waited for any more. */
const goneWithinMs = 90_000

/**
 * Deletes a server whose host stands still in the midst of building it. The server goes though the host says nothing; the host,
 * which never ended, goes on where it was when it is all over, and nothing of the server may be left on it then.
 */
export const deleteWhileCutOff = (line: number, volume: boolean): FaultCase => ({
  ...{ fault, line, moment, volume },
  run: async (cloud, ground) => {
    const { compute } = cloud.admin
    const server = orderOf(ground, caseName({ fault: 'delete-cut-off', line, moment }), { volume })
    const { point, answer } = await askWatched(cloud.crashPoints, { line, moment, act: 'hold' }, (headers) =>
      compute.post('/servers', { server }, headers),
    )
    const accepted = await answer
    assert.equal(accepted?.status, 202)
    const { id } = accepted.body.server
    const { pid } = await point.reached(reachedWithinMs)
    process.kill(pid, 'SIGSTOP')
    try {
      assert.equal((await compute.delete(`/servers/${id}`)).status, 204)
      await serverGone(cloud.admin, id, { withinMs: goneWithinMs })
    } finally {
      process.kill(pid, 'SIGCONT')
      await point.release()
    }
    await nothingHeld(cloud, id)
    return 'gone, clean'
  },
})
