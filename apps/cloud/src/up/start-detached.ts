import { spawn } from 'node:child_process'
import { fstatSync, openSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { StateDirectory } from '../state-directory.ts'
import type { Beginning } from './tell-launcher.ts'

/** How it began, and what was said on standard error meanwhile. */
type Begun = Beginning & { readonly said: string }

/**
 * Starts the same cloud again as a process of its own session, and waits until it says how it began. It says so by a channel
 * of its own: should this process be killed meanwhile, nothing breaks for the other. What it complains of, then and later,
 * is added to `nimbo.err`: whoever starts a second cloud there takes nothing from the first.
 */
export const startDetached = async (
  args: readonly string[],
  state: Pick<StateDirectory, 'file'>,
): Promise<Begun> => {
  const entry = fileURLToPath(new URL('../main.ts', import.meta.url))
  const errorFile = state.file('nimbo.err')
  const errors = openSync(errorFile, 'a', 0o600)
  const before = fstatSync(errors).size
  const child = spawn(process.execPath, [...process.execArgv, entry, 'up', ...args, '--json'], {
    detached: true,
    stdio: ['ignore', 'ignore', errors, 'ipc'],
  })
  const told = await new Promise<Beginning | undefined>((resolve) => {
    child.once('message', (beginning) => resolve(beginning as Beginning))
    child.once('exit', () => resolve(undefined))
  })
  if (child.connected) child.disconnect()
  child.unref()
  const said = (await readFile(errorFile)).subarray(before).toString('utf8')
  return { ...(told ?? { complaint: said }), said }
}
