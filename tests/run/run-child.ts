import { spawn } from 'node:child_process'
import { endingWithParent } from '@nimbo/kernel/ending-with-parent'
import { messageOf } from '@nimbo/kernel/errors'

/** Long enough for the runner to end what it has started. */
const endsWithinMs = 20_000

export interface RunChildOptions {
  readonly environment?: Readonly<Record<string, string>>
  /** Tells the program to end; a program that does not listen is killed. */
  readonly stopped: AbortSignal
  readonly cwd: string
  /** Where what it says goes instead of to the terminal, for a program that runs beside another. */
  readonly heard?: (text: string) => void
}

/** Runs a program to its end with what it says shown; gives its exit code. It ends when this process does, however this one ends. */
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
