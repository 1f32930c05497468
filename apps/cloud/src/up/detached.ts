import { changedOnHost, changedWords } from '../changed-on-host.ts'
import { makeStateDirectory } from '../state-directory.ts'
import { howToReach } from './how-to-reach.ts'
import type { UpOptions } from './options.ts'
import { progress } from './progress.ts'
import { startDetached } from './start-detached.ts'

/** Starts the cloud as a background process, and returns when it is ready or has reported why it failed. */
export const detached = async (args: readonly string[], options: UpOptions): Promise<number> => {
  const state = await makeStateDirectory(options.stateDir)
  const beginning = await startDetached(
    args.filter((word) => word !== '--detach' && word !== '--json' && word !== '--demo'),
    state,
  )
  if ('complaint' in beginning) {
    process.stderr.write(beginning.complaint)
    return 1
  }
  const { ready, said } = beginning
  process.stderr.write(said)
  if (options.json) process.stdout.write(`${JSON.stringify(ready)}\n`)
  else
    process.stdout.write(
      [
        `Nimbo runs as process ${ready.pid}; identity is at ${ready.endpoints.identity}.`,
        ...(await changedOnHost(state.path)).map(changedWords),
        howToReach(state, ready.endpoints.dashboard ?? ''),
      ].join('\n'),
    )
  return options.demo
    ? (await import('../demo/demo.ts')).demo(state, progress(process.stdout, options.json))
    : 0
}
