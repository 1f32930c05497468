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
/** Long enough for the host to count as down, after which the deletion no longer waits for it. */
const goneWithinMs = 90_000

/** A way to make a host unreachable without killing it. */
interface Silence {
  readonly fault: string
  /** Whether the host continues its work while it is silent, or only afterwards. */
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
 * Deletes a server whose host falls silent while it builds the server. The server must go although the host does not answer. The
 * host, whose process never ended, comes back afterwards, and then nothing of the server may be left on it.
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
