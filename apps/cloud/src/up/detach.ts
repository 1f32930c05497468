import { spawn } from 'node:child_process'
import { openSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { StateDirectory } from '../state-directory.ts'

/**
 * Starts the same cloud again as a process of its own session, whose first line of JSON says that it is ready, and
 * resolves to that line; to undefined when it ended instead (its reason stands on standard error).
 */
export const startDetached = (
  args: readonly string[],
  state: StateDirectory,
): Promise<string | undefined> => {
  const entry = fileURLToPath(new URL('../main.ts', import.meta.url))
  const errors = openSync(state.file('nimbo.err'), 'w', 0o600)
  const child = spawn(process.execPath, [...process.execArgv, entry, 'up', ...args, '--json'], {
    detached: true,
    stdio: ['ignore', 'pipe', errors],
  })
  return new Promise((resolve) => {
    let said = ''
    child.stdout?.on('data', (chunk: Buffer) => {
      said += chunk.toString('utf8')
      const end = said.indexOf('\n')
      if (end < 0) return
      child.stdout?.destroy()
      child.unref()
      resolve(said.slice(0, end))
    })
    child.once('exit', () => resolve(undefined))
  })
}
