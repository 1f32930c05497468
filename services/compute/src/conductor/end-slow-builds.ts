import { askEachCell } from '../app/every-cell.ts'
import { overdueInstances } from '../db/servers/overdue-instances.ts'
import { bootServerFlow } from '../domain/flow-kinds.ts'
import type { BuildAnswer } from '../flows/boot-server/build-answer.ts'
import type { ConductorDeps } from './conductor-deps.ts'

type Deps = Pick<ConductorDeps, 'databases' | 'clock' | 'log'> & {
  readonly engine: Pick<ConductorDeps['engines']['api'], 'signal'>
  /** `instance_build_timeout`, in seconds. */
  readonly longestSeconds: number
}

/** How many builds are ended per run; the next run ends the rest. */
const mostAtOnce = 100

/**
 * Ends builds that take longer than `instance_build_timeout`: signals their flows that the host failed and that no
 * other host should try. So they end as any failed build does: in ERROR, with nothing left on the host.
 */
export const endSlowBuilds =
  ({ databases, clock, log, engine, longestSeconds }: Deps) =>
  async (): Promise<void> => {
    const until = new Date(clock.now() - longestSeconds * 1000).toISOString()
    const cells = await askEachCell({ databases }, (cell) =>
      overdueInstances(cell).builtSince(until, mostAtOnce),
    )
    for (const { answer: slow = [] } of cells)
      for (const { id, host } of slow) {
        if (host === null) continue
        const answer: BuildAnswer = {
          ...{ outcome: 'failed', host, code: 'BuildTimedOut', elsewhere: false },
          message: `the build took longer than ${longestSeconds} seconds`,
        }
        if (await engine.signal({ name: bootServerFlow.name, subject: id }, answer))
          log.warn({ serverId: id, host }, 'a build took longer than instance_build_timeout and is ended')
      }
  }
