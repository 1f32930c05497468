import { spawn } from 'node:child_process'
import { fstatSync, openSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { StateDirectory } from '../state-directory.ts'
import type { Beginning } from './report-to-launcher.ts'

/** How the start ended, and what was written to standard error meanwhile. */
type Begun = Beginning & { readonly said: string }

/**
 * Starts the same cloud again as a process in a session of its own, and waits until it reports how its start ended. It reports
 * over an IPC channel, so that it can continue if this process is killed meanwhile. Its standard error is appended to `nimbo.err`,
 * so that an attempt to start a second cloud there does not truncate the first one's.
 */
export const startDetached = async (
  args: readonly string[],
  state: Pick<StateDirectory, 'file'>,
): Promise<Begun> => {
  const errorFile = state.file('nimbo.err')
  const errors = openSync(errorFile, 'a', 0o600)
  const before = fstatSync(errors).size
  const child = spawn(
    process.execPath,
    [...process.execArgv, ...process.argv.slice(1, 2), 'up', ...args, '--json'],
    {
      detached: true,
      stdio: ['ignore', 'ignore', errors, 'ipc'],
    },
  )
  const told = await new Promise<Beginning | undefined>((resolve) => {
    child.once('message', (beginning) => resolve(beginning as Beginning))
    child.once('exit', () => resolve(undefined))
  })
  if (child.connected) child.disconnect()
  child.unref()
  const said = (await readFile(errorFile)).subarray(before).toString('utf8')
  return { ...(told ?? { complaint: said }), said }
}
