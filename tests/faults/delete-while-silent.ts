import assert from 'node:assert/strict'
import type { Reached } from '@nimbo/testkit/crash-plan'
import { serverGone } from '@nimbo/testkit/servers'
import { askWatched } from './asking.ts'
import type { FaultCase } from './fault-case.ts'
import type { FaultCloud } from './fault-cloud.ts'
import { orderOf } from './setup.ts'
import { assertCountsAsDown, lineOf } from './line-of.ts'
import { nothingHeld } from './settling.ts'

const moment = 'before'
const reachedWithinMs = 30_000
/** Until the host counts as down, and is not waited for any more. */
const goneWithinMs = 90_000

/** How a host falls silent while it lives. */
interface Silence {
  readonly fault: string
  /** Whether its work goes on meanwhile, or only afterwards. */
  readonly goesOn: 'meanwhile' | 'afterwards'
  begin(cloud: FaultCloud, reached: Reached): void
  end(cloud: FaultCloud, reached: Reached): void
}

const cutOff: Silence = {
  ...{ fault: 'delete, host cut off', goesOn: 'meanwhile' },
  begin: (cloud, reached) => lineOf(cloud, reached).cut(),
  end: (cloud, reached) => lineOf(cloud, reached).mend(),
}

const standsStill: Silence = {
  ...{ fault: 'delete, host stands still', goesOn: 'afterwards' },
  begin: (_cloud, { pid }) => void process.kill(pid, 'SIGSTOP'),
  end: (_cloud, { pid }) => void process.kill(pid, 'SIGCONT'),
}

/**
 * Deletes a server whose host is silent in the midst of building it. The server goes though the host says nothing; the host,
 * which never ended, is heard of again when it is all over, and nothing of the server may be left on it then.
 */
const deleteWhile =
  (silence: Silence) =>
  (line: number, volume: boolean): FaultCase => ({
    ...{ fault: silence.fault, line, moment, volume },
    run: async (cloud, setup) => {
      const { compute } = cloud.admin
      const server = orderOf(setup, `${silence.fault.replaceAll(/\W+/g, '-')}-${line}`, { volume })
      const { point, answer } = await askWatched(
        cloud.crashPoints,
        { line, moment, act: 'hold' },
        (headers) => compute.post('/servers', { server }, headers),
      )
      const accepted = await answer
      assert.equal(accepted?.status, 202)
      const { id } = accepted.body.server
      const reached = await point.reached(reachedWithinMs)
      silence.begin(cloud, reached)
      try {
        if (silence.goesOn === 'meanwhile') await point.release()
        assert.equal((await compute.delete(`/servers/${id}`)).status, 204)
        await serverGone(cloud.admin, id, { withinMs: goneWithinMs })
        await assertCountsAsDown(cloud, reached)
      } finally {
        silence.end(cloud, reached)
        await point.release()
      }
      await nothingHeld(cloud, id)
      return 'gone, clean'
    },
  })

export const deleteWhileCutOff = deleteWhile(cutOff)
export const deleteWhileStandingStill = deleteWhile(standsStill)
