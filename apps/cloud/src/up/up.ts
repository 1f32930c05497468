import { refuseWhenRunning } from '../already-runs.ts'
import { checkStateDirectory } from '../state-directory.ts'
import { parseUpOptions, upHelp } from './options.ts'

/** `nimbo up`: starts the cloud, shows how to reach it, and keeps it running until it is told to stop. */
export const up = async (args: readonly string[]): Promise<number> => {
  const options = parseUpOptions(args, process.env)
  if (!options) {
    process.stdout.write(upHelp)
    return 0
  }
  await checkStateDirectory(options.stateDir)
  await refuseWhenRunning(options.stateDir)
  // The launching process of a background cloud loads none of the services.
  if (options.detach) return (await import('./detached.ts')).detached(args, options)
  return (await import('./attached.ts')).attached(options)
}
