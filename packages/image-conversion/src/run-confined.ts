import { spawn } from 'node:child_process'
import { errors } from './errors.ts'

const mostWords = 4096

export interface ConfinedRun {
  readonly command: readonly [program: string, args: readonly string[]]
  /** Descriptors that the program finds as 3, 4 and so on. */
  readonly files: readonly number[]
  readonly timeoutMs: number
}

/**
 * Runs a program with nothing but the files it is handed: no environment, no input, and a directory that is nobody's. Killed
 * after `timeoutMs`. Rejects with `ConversionFailed` and its last words unless it ends well.
 */
export const runConfined = ({ command: [program, args], files, timeoutMs }: ConfinedRun): Promise<void> =>
  new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd: '/',
      // Fewer pools of memory, each of which would reserve a part of what it may have.
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
