import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { type Ran, run } from '@nimbo/cloud/run'
import { systemClock } from '@nimbo/kernel/clock'
import { endingWithParent } from '@nimbo/kernel/ending-with-parent'

const launcher = fileURLToPath(new URL('../../../nimbo', import.meta.url))
const commandWithinMs = 60_000

/** The line that `nimbo up --json` writes when it is ready. */
export interface ReadyLine {
  readonly endpoints: Readonly<Record<string, string>>
  readonly credentials: {
    readonly authUrl: string
    readonly username: string
    readonly password: string
    readonly projectName: string
  }
  readonly pid: number
}

/** A cloud in a separate process. */
export interface NimboProcess extends AsyncDisposable {
  readonly ready: ReadyLine
  /** Such as `http://127.0.0.1:5000`. */
  readonly url: string
  /** Its standard error output so far. */
  complaints(): string
  /** Resolves to its exit code, or the signal that ended it. */
  readonly ended: Promise<number | string>
  /** Sends a signal and waits for the process to end; returns {@link NimboProcess.ended}. */
  end(signal: 'SIGTERM' | 'SIGINT' | 'SIGKILL' | 'SIGUSR2'): Promise<number | string>
}

/** Runs a command of `./nimbo`, which may fail. */
export const nimbo = (...words: readonly string[]): Promise<Ran> =>
  run(launcher, words, { timeoutMs: commandWithinMs })

export interface NimboUpOptions {
  readonly stateDir: string
  /** Further arguments of `nimbo up`. */
  readonly words?: readonly string[]
  /** A command prefix: a program that runs the command in its arguments, such as `env NAME=value`. */
  readonly within?: readonly string[]
}

/** Starts `./nimbo up --hypervisor fake` on a free port. Fails with its error output when it ends before it is ready. */
export const nimboUp = (stateDir: string, ...words: readonly string[]): Promise<NimboProcess> =>
  nimboUpAs({ stateDir, words })

/** Like {@link nimboUp}, with more options. */
export const nimboUpAs = async ({
  stateDir,
  words = [],
  within = [],
}: NimboUpOptions): Promise<NimboProcess> => {
  const standard = ['--hypervisor', 'fake', '--port', '0', '--state-dir', stateDir, '--json']
  const [program = launcher, ...rest] = [...within, launcher, 'up', ...standard, ...words]
  // It ends with this process, even if that is killed.
  const child = spawn(...endingWithParent('TERM', program, rest), { stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = new Promise<number | string>((resolve) => {
    child.once('exit', (code, signal) => resolve(code ?? signal ?? 'lost'))
  })
  let complaints = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    complaints += chunk.toString('utf8')
  })
  const ready = JSON.parse(await firstLine(child, () => complaints)) as ReadyLine
  const end = (signal: NodeJS.Signals): Promise<number | string> => {
    child.kill(signal)
    return ended
  }
  return {
    ready,
    url: new URL(ready.credentials.authUrl).origin,
    complaints: () => complaints,
    ended,
    end,
    [Symbol.asyncDispose]: async () => {
      await end('SIGKILL')
    },
  }
}

const firstLine = (child: ChildProcess, complaints: () => string): Promise<string> =>
  new Promise((resolve, reject) => {
    let said = ''
    const giveUp = systemClock.after(commandWithinMs, () => {
      child.kill('SIGKILL')
      reject(new Error(`nimbo up was not ready within ${commandWithinMs / 1000} s: ${complaints()}`))
    })
    child.stdout?.on('data', (chunk: Buffer) => {
      said += chunk.toString('utf8')
      if (!said.includes('\n')) return
      giveUp()
      resolve(said.slice(0, said.indexOf('\n')))
    })
    child.once('exit', (code) => {
      giveUp()
      reject(new Error(`nimbo up ended with ${code}: ${complaints()}`))
    })
  })
