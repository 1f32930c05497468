import './own-imports.ts'
import { enableCompileCache } from 'node:module'
import { complaintOf } from './complaint.ts'
import { cloudHelp } from './help.ts'

type Command = (args: readonly string[]) => Promise<number>

/**
 * The cloud's own commands (except `test`, which the launcher handles); every other word is a noun of the client's command line.
 * Each is loaded on demand to start fast.
 */
const commands: Readonly<Record<string, () => Promise<Command>>> = {
  up: async () => (await import('./up/up.ts')).up,
  serve: async () => (await import('./serve/serve.ts')).serve,
  down: async () => (await import('./down.ts')).down,
  manage: async () => (await import('./manage/manage.ts')).manage,
  status: async () => (await import('./status.ts')).status,
  'image build-tiny': async () => (await import('./build-tiny.ts')).buildTiny,
}

const userCommandLine: Command = async (args) => {
  const { runCli } = await import('@nimbo/cli/main')
  return runCli([...args], process.env, {
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
  })
}

// A process of many files starts in half the time when their compiled code is cached.
enableCompileCache()

const run = async (args: readonly string[]): Promise<number> => {
  for (const words of [2, 1]) {
    const load = commands[args.slice(0, words).join(' ')]
    if (load) return (await load())(args.slice(words))
  }
  if (args.length === 0 || args[0] === '--help' || args[0] === '-h') process.stdout.write(cloudHelp)
  return userCommandLine(args)
}

/** How long the process of a failed command may take to write its remaining output, in milliseconds. */
const lastMs = 2_000

// The clock's timers do not keep a process alive. A command that waits for one as it ends, like a cloud that is stopped right after
// its start, must not be cut off (exit code 13).
const alive = setInterval(() => {}, 60_000)
try {
  process.exitCode = await run(process.argv.slice(2))
} catch (error) {
  process.stderr.write(complaintOf(error, process.env))
  process.exitCode = 1
  // The failed command may have left something open that would keep the process alive.
  setTimeout(() => process.exit(), lastMs).unref()
} finally {
  clearInterval(alive)
}
