import { execFile } from 'node:child_process'
import { errors } from './errors.ts'

/**
 * Runs a program with an argument vector, kills it after `timeoutMs`, and resolves to its output. Rejects with `CommandFailed`,
 * whose reason is the program's stderr.
 */
export const runCommand = (program: string, args: readonly string[], timeoutMs: number): Promise<string> =>
  new Promise((resolve, reject) => {
    const limits = { timeout: timeoutMs, killSignal: 'SIGKILL', maxBuffer: 4 * 1024 * 1024 } as const
    execFile(program, args, limits, (error, stdout, stderr) => {
      if (!error) return resolve(stdout)
      const reason = error.killed ? `no end after ${timeoutMs} ms` : stderr.trim() || error.message
      reject(errors.CommandFailed({ command: `${program} ${args[0] ?? ''}`, reason }, { cause: error }))
    })
  })
