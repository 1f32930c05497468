import { execFile } from 'node:child_process'

export interface Ran {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

const mostOutput = 16 * 1024 * 1024

/**
 * Runs a program with an argument vector and a timeout; a failure is returned, not thrown. `code` is 127 when the program does
 * not exist.
 */
export const run = (
  program: string,
  args: readonly string[],
  options: { timeoutMs: number; env?: NodeJS.ProcessEnv },
): Promise<Ran> =>
  new Promise((resolve) => {
    const settings = { timeout: options.timeoutMs, maxBuffer: mostOutput, env: options.env ?? process.env }
    execFile(program, [...args], settings, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : 127
      resolve({ code, stdout, stderr })
    })
  })
