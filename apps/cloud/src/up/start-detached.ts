import { spawn } from 'node:child_process'
import { fstatSync, openSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { StateDirectory } from '../state-directory.ts'

/** How a cloud in the background began: with its line of JSON that says that it is ready, or not at all. */
export type Beginning = { readonly ready: string } | { readonly complaint: string }

/**
 * Starts the same cloud again as a process of its own session, whose first line of JSON says that it is ready. What it
 * complains of, then and later, is added to `nimbo.err`: whoever starts a second cloud there takes nothing from the first.
 */
export const startDetached = async (args: readonly string[], state: StateDirectory): Promise<Beginning> => {
  const entry = fileURLToPath(new URL('../main.ts', import.meta.url))
  const errorFile = state.file('nimbo.err')
  const errors = openSync(errorFile, 'a', 0o600)
  const before = fstatSync(errors).size
  const child = spawn(process.execPath, [...process.execArgv, entry, 'up', ...args, '--json'], {
    detached: true,
    stdio: ['ignore', 'pipe', errors],
  })
  const ready = await new Promise<string | undefined>((resolve) => {
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
  if (ready !== undefined) return { ready }
  return { complaint: (await readFile(errorFile)).subarray(before).toString('utf8') }
}
