import { execFile } from 'node:child_process'

/** A command failed; `stderr` holds its own error output. */
class CommandFailed extends Error {
  override readonly name = 'CommandFailed'
  readonly stderr: string

  constructor(command: readonly string[], stderr: string) {
    super(`${command.join(' ')}: ${stderr.trim() || 'failed without a word'}`)
    this.stderr = stderr
  }
}

export type RunCommand = (command: readonly string[], input?: string) => Promise<string>

const deadlineMs = 15_000
const mostOutput = 16 * 1024 * 1024

/**
 * Runs a program with its arguments, without a shell; resolves to its standard output. Throws {@link CommandFailed}.
 */
export const runCommand: RunCommand = (command, input) =>
  new Promise((resolve, reject) => {
    const [program = '', ...args] = command
    const options = { timeout: deadlineMs, maxBuffer: mostOutput, killSignal: 'SIGKILL' as const }
    const child = execFile(program, args, options, (error, stdout, stderr) => {
      if (error) reject(new CommandFailed(command, stderr || error.message))
      else resolve(stdout)
    })
    // A program may exit before it has read all input: its exit status counts, not the broken pipe.
    child.stdin?.on('error', () => {})
    child.stdin?.end(input ?? '')
  })
