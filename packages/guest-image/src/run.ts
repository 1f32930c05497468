import { execFile } from 'node:child_process'

export interface RunOptions {
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
  readonly deadlineMs?: number
  readonly signal?: AbortSignal
}

/** Runs a program and resolves to its output; a failure is a one-line error with the end of its stderr. */
export const run = (program: string, args: readonly string[], options: RunOptions = {}): Promise<string> =>
  new Promise((resolve, reject) => {
    const { cwd, env, deadlineMs = 60_000, signal } = options
    const settings = {
      ...(cwd === undefined ? {} : { cwd }),
      ...(signal === undefined ? {} : { signal }),
      // The C locale makes output predictable.
      env: { ...process.env, LC_ALL: 'C', ...env },
      timeout: deadlineMs,
      maxBuffer: 16 * 1024 * 1024,
    }
    execFile(program, args, settings, (error, stdout, stderr) => {
      if (!error) return resolve(stdout)
      const lastWords = stderr.trim().split('\n').at(-1) || error.message
      reject(
        new Error(`${program} ${args[0] ?? ''}: ${error.killed ? `took over ${deadlineMs} ms` : lastWords}`),
      )
    })
  })
