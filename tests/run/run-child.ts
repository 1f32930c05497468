import { spawn } from 'node:child_process'
import { endingWithParent } from '@nimbo/kernel/ending-with-parent'
import { messageOf } from '@nimbo/kernel/errors'

/** Long enough for the test runner to end its children. */
const endsWithinMs = 20_000

export interface RunChildOptions {
  readonly environment?: Readonly<Record<string, string>>
  /** Ends the program by SIGTERM, and later by SIGKILL if it is still running. */
  readonly stopped: AbortSignal
  readonly cwd: string
  /** Receives its output, which goes to the terminal otherwise; for a program that runs beside another. */
  readonly heard?: (text: string) => void
}

/** Runs a program until it ends and shows its output; returns its exit code. It ends with this process, even if that is killed. */
export const runChild = (
  program: string,
  args: readonly string[],
  { environment = {}, stopped, cwd, heard }: RunChildOptions,
): Promise<number> =>
  new Promise((resolve) => {
    const child = spawn(...endingWithParent('TERM', program, args), {
      cwd,
      stdio: ['ignore', ...(heard ? (['pipe', 'pipe'] as const) : (['inherit', 'inherit'] as const))],
      env: { ...process.env, ...environment },
    })
    for (const stream of [child.stdout, child.stderr])
      if (heard) stream?.setEncoding('utf8').on('data', heard)
    const stop = (): void => {
      child.kill('SIGTERM')
      setTimeout(() => child.kill('SIGKILL'), endsWithinMs).unref()
    }
    if (stopped.aborted) stop()
    stopped.addEventListener('abort', stop, { once: true })
    const end = (code: number): void => {
      stopped.removeEventListener('abort', stop)
      resolve(code)
    }
    child.once(heard ? 'close' : 'exit', (code) => end(code ?? 1))
    child.once('error', (error) => {
      process.stderr.write(`nimbo test: ${messageOf(error)}\n`)
      end(127)
    })
  })
