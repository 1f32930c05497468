import { spawn } from 'node:child_process'
import { errors } from './errors.ts'

const mostWords = 4096

export interface ConfinedRun {
  readonly command: readonly [program: string, args: readonly string[]]
  /** Descriptors for the program, as 3, 4 and so on. */
  readonly files: readonly number[]
  readonly timeoutMs: number
}

/**
 * Runs a program with only the passed files: no environment, no input, and an empty working directory. Killed after `timeoutMs`.
 * Rejects with `ConversionFailed` and the end of its stderr unless it succeeds.
 */
export const runConfined = ({ command: [program, args], files, timeoutMs }: ConfinedRun): Promise<void> =>
  new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd: '/',
      // Fewer malloc arenas, each of which would reserve part of its memory limit.
      env: { PATH: process.env.PATH, LC_ALL: 'C', MALLOC_ARENA_MAX: '2' },
      stdio: ['ignore', 'ignore', 'pipe', ...files],
      timeout: timeoutMs,
      killSignal: 'SIGKILL',
    })
    let words = ''
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      words = (words + text).slice(-mostWords)
    })
    child.once('error', (cause) => reject(errors.ConversionFailed({ reason: cause.message }, { cause })))
    child.once('close', (code, signal) => {
      if (code === 0) resolve()
      else reject(errors.ConversionFailed({ reason: words.trim() || `it ended by ${signal ?? code}` }))
    })
  })
