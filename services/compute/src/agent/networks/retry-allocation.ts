import type { Clock } from '@nimbo/kernel/clock'
import { pause } from '@nimbo/kernel/deadline'
import { messageOf } from '@nimbo/kernel/errors'
import type { Log } from '@nimbo/kernel/log'
import type { AgentOptions } from '../agent-options.ts'

interface Deps {
  readonly options: Pick<AgentOptions, 'network_allocate_retries'>
  readonly clock: Clock
  readonly log: Log
}

const firstPauseMs = 1_000
const longestPauseMs = 30_000

/**
 * Allocates the networks of a server, again after a failure, `network_allocate_retries` times: each attempt finds the ports
 * of the one before. The pauses double. Rejects with the last failure, and at once when the build is aborted.
 */
export const retryAllocation =
  ({ options, clock, log }: Deps) =>
  async <Result>(allocate: () => Promise<Result>, aborted: AbortSignal): Promise<Result> => {
    let pauseMs = firstPauseMs
    for (let left = options.network_allocate_retries; ; left -= 1) {
      try {
        return await allocate()
      } catch (error) {
        if (left <= 0 || aborted.aborted) throw error
        log.warn({ error: messageOf(error), left }, 'networks were not allocated; this is tried again')
        await pause(clock, pauseMs, aborted)
        if (aborted.aborted) throw error
        pauseMs = Math.min(2 * pauseMs, longestPauseMs)
      }
    }
  }
