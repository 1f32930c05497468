import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { join } from 'node:path'
import { ip } from './guests.ts'

const program = join(import.meta.dirname, 'machine-program.ts')

/** Gives the process its own names of network namespaces and its own view of devices in /sys. */
const own =
  'mount -t tmpfs tmpfs /run && mkdir -p /run/netns && mount -t sysfs sysfs /sys && read go && exec "$@"'

/** A second host on this machine: a process with network and mount namespaces of its own. */
export class Machine implements AsyncDisposable {
  readonly #child: ChildProcess
  readonly #lines: AsyncIterator<string>
  #turn: Promise<unknown> = Promise.resolve()

  constructor(...words: readonly string[]) {
    const within = ['sh', '-c', own, 'sh', process.execPath, program, ...words]
    const child = spawn('unshare', ['--net', '--mount', '--propagation', 'private', ...within], {
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    this.#child = child
    this.#lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  }

  /** Moves a device of this host into it as its uplink, and starts its program. */
  async begin(device: string): Promise<void> {
    ip('link', 'set', 'dev', device, 'netns', String(this.#child.pid), 'name', 'uplink')
    this.#child.stdin?.write('go\n')
    await this.#lines.next()
  }

  /** Has its program carry out a command; resolves to the result. */
  tell(word: string, ...values: readonly unknown[]): Promise<unknown> {
    const told = this.#turn.then(async () => {
      this.#child.stdin?.write(`${JSON.stringify([word, ...values])}\n`)
      const { value, done } = await this.#lines.next()
      if (done) throw new Error(`the second host ended during: ${word}`)
      return JSON.parse(value)
    })
    this.#turn = told.catch(() => {})
    return told
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.tell('end').catch(() => this.#child.kill('SIGKILL'))
  }
}
