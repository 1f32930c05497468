import { spawn } from 'node:child_process'
import { errors } from './errors.ts'

const mostWords = 4096
const mostOutput = 4 * 1024 ** 2

export interface ConfinedRun {
  readonly command: readonly [program: string, args: readonly string[]]
  /** The confined program, for the message of a failure. */
  readonly name: string
  /** Descriptors for the program, as 3, 4 and so on. */
  readonly files: readonly number[]
  readonly timeoutMs: number
  /** What the program reads from its standard input; nothing if absent. */
  readonly input?: string
}

/** What a program that succeeded has printed. */
export interface ConfinedResult {
  readonly stdout: Buffer
  /** The end of it. */
  readonly stderr: string
}

/**
 * Runs a program with only the passed files and input: no environment, and an empty working directory. Killed after `timeoutMs`,
 * or when it prints more than four megabytes. Rejects with `ProgramFailed` and the end of its stderr unless it succeeds.
 */
export const runConfined = (run: ConfinedRun): Promise<ConfinedResult> =>
  new Promise((resolve, reject) => {
    const { command, name, files, timeoutMs, input } = run
    const child = spawn(...command, {
      cwd: '/',
      // Fewer malloc arenas, each of which would reserve part of its memory limit.
      env: { PATH: process.env.PATH, LC_ALL: 'C', MALLOC_ARENA_MAX: '2' },
      stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe', ...files],
      timeout: timeoutMs,
      killSignal: 'SIGKILL',
    })
    let stderr = ''
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      stderr = (stderr + text).slice(-mostWords)
    })
    const printed: Buffer[] = []
    let length = 0
    child.stdout?.on('data', (bytes: Buffer) => {
      length += bytes.length
      if (length > mostOutput) child.kill('SIGKILL')
      else printed.push(bytes)
    })
    // A program that ends early does not read it all; why it ended is told below.
    child.stdin?.on('error', () => {}).end(input)
    child.once('error', (cause) => reject(errors.ProgramFailed({ name, reason: cause.message }, { cause })))
    child.once('close', (code, signal) => {
      if (code === 0) resolve({ stdout: Buffer.concat(printed), stderr })
      else reject(errors.ProgramFailed({ name, reason: stderr.trim() || `it ended by ${signal ?? code}` }))
    })
  })
