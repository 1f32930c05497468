import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { access, chmod, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { endingWithParent } from '@nimbo/kernel/ending-with-parent'
import { freePort } from './free-port.ts'
import { removeServerDirectory, serverDirectory } from './server-directory.ts'
import { sweepAbandoned } from './sweep-abandoned.ts'

const program = '/usr/lib/rabbitmq/bin/rabbitmq-server'
/** A port without a port mapper, so that the node does not register with one. */
const nobodysPort = '1'
const prefix = 'nimbo-rabbitmq-'
const user = 'nimbo'
const startWithinMs = 90_000
const stopWithinMs = 20_000

/** The virtual hosts of a broker. */
export interface RabbitmqVhosts {
  /** `rabbit://user:password@127.0.0.1:port/vhost` for an existing virtual host (see `vhosts` and {@link addVhost}). */
  url(vhost?: string): string
  /** Creates a virtual host (about 30 ms) and returns its URL. */
  addVhost(name: string): Promise<string>
  removeVhost(name: string): Promise<void>
}

/** A broker of the test's own, on a free port of the loopback address. */
export interface RabbitmqServer extends RabbitmqVhosts, AsyncDisposable {
  readonly port: number
  /** The directory by which other processes find it, see {@link attachRabbitmq}. */
  readonly home: string
  /**
   * Stops the broker; durable queues and messages are there again after {@link start}. With `SIGKILL` it does not shut down
   * cleanly.
   */
  halt(signal?: 'SIGTERM' | 'SIGKILL'): Promise<void>
  start(): Promise<void>
  restart(signal?: 'SIGTERM' | 'SIGKILL'): Promise<void>
  /** Stops it permanently and removes its files. */
  stop(): Promise<void>
}

export interface RabbitmqOptions {
  /** Its initial virtual hosts; the first is the one of `url()` (default `/`). */
  readonly vhosts?: readonly string[]
}

/** Whether Debian's `rabbitmq-server` is installed. */
export const hasRabbitmq = (): Promise<boolean> =>
  access(program).then(
    () => true,
    () => false,
  )

/**
 * Starts a RabbitMQ that shares nothing with the machine's own: node name, cookie, home, data, logs and ports belong to a
 * temporary directory, and it runs without the port mapper (`epmd`). Installs Debian's package when it is missing (which needs
 * root). Takes about four seconds, mostly for loading the broker's code.
 */
export const startRabbitmq = async ({ vhosts = ['/'] }: RabbitmqOptions = {}): Promise<RabbitmqServer> => {
  if (!(await hasRabbitmq())) await installRabbitmq()
  await sweepAbandoned(prefix)
  const [port, distributionPort] = [await freePort(), await freePort()]
  const home = await serverDirectory(prefix)
  const site: Site = { home, port, distributionPort, password: secret(), cookie: secret(), vhosts }
  await writeSite(site)
  const broker = new PrivateRabbitmq(site)
  try {
    await broker.start()
  } catch (error) {
    await broker.stop()
    throw error
  }
  return broker
}

/** The virtual hosts of a broker that another process has started and stops. */
export const attachRabbitmq = async (home: string): Promise<RabbitmqVhosts> =>
  vhostsOf(JSON.parse(await readFile(join(home, 'site.json'), 'utf8')) as Site)

/** What distinguishes one broker from another. */
interface Site {
  readonly home: string
  readonly port: number
  readonly distributionPort: number
  readonly password: string
  readonly cookie: string
  readonly vhosts: readonly string[]
}

const binary = (text: string): string => `<<${JSON.stringify(text)}>>`

const vhostsOf = (site: Site): RabbitmqVhosts => {
  const url = (vhost: string = site.vhosts[0] ?? '/'): string =>
    `rabbit://${user}:${site.password}@127.0.0.1:${site.port}/${encodeURIComponent(vhost)}`
  return {
    url,
    addVhost: async (name) => {
      const [vhost, who, all] = [name, user, '.*'].map(binary)
      await evaluate(
        site,
        `rabbit_vhost:add(${vhost}, ${who}),
       rabbit_auth_backend_internal:set_permissions(${who}, ${vhost}, ${all}, ${all}, ${all}, ${who}).`,
      )
      return url(name)
    },
    removeVhost: (name) => evaluate(site, `rabbit_vhost:delete(${binary(name)}, ${binary(user)}).`),
  }
}

class PrivateRabbitmq implements RabbitmqServer {
  readonly port: number
  readonly home: string
  readonly #site: Site
  readonly #vhosts: RabbitmqVhosts
  #process: ChildProcess | undefined

  constructor(site: Site) {
    this.port = site.port
    this.home = site.home
    this.#site = site
    this.#vhosts = vhostsOf(site)
  }

  url(vhost?: string): string {
    return this.#vhosts.url(vhost)
  }

  addVhost(name: string): Promise<string> {
    return this.#vhosts.addVhost(name)
  }

  removeVhost(name: string): Promise<void> {
    return this.#vhosts.removeVhost(name)
  }

  async start(): Promise<void> {
    // It ends with this process, even if that is killed.
    const child = spawn(...endingWithParent('KILL', program, []), {
      cwd: this.#site.home,
      env: environmentOf(this.#site),
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.#process = child
    let said = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        said = (said + chunk.toString('utf8')).slice(-4_000)
      })
    const giveUpAt = Date.now() + startWithinMs
    while (!(await accepts(this.port))) {
      if (child.exitCode !== null || child.signalCode !== null)
        throw new Error(`RabbitMQ ended while it started: ${said}`)
      if (Date.now() > giveUpAt) throw new Error(`RabbitMQ was not ready in time: ${said}`)
      await delay(25)
    }
  }

  async halt(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> {
    const child = this.#process
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
    child.kill(signal)
    const insist = setTimeout(() => child.kill('SIGKILL'), stopWithinMs)
    await ended
    clearTimeout(insist)
  }

  async restart(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> {
    await this.halt(signal)
    await this.start()
  }

  async stop(): Promise<void> {
    await this.halt('SIGKILL')
    await removeServerDirectory(this.#site.home)
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop()
  }
}

const secret = (): string => randomBytes(12).toString('hex')

const writeSite = async (site: Site): Promise<void> => {
  const { home, port, password, cookie, vhosts } = site
  await writeFile(join(home, 'owner'), String(process.pid))
  await writeFile(join(home, 'site.json'), JSON.stringify(site), { mode: 0o600 })
  await mkdir(join(home, 'generated'))
  const all = { configure: '.*', write: '.*', read: '.*' }
  const definitions = {
    users: [{ name: user, password, tags: ['administrator'] }],
    vhosts: vhosts.map((name) => ({ name })),
    permissions: vhosts.map((vhost) => ({ user, vhost, ...all })),
  }
  const settings = [
    `listeners.tcp.1 = 127.0.0.1:${port}`,
    'vm_memory_high_watermark.absolute = 512MB',
    'disk_free_limit.absolute = 50MB',
    `load_definitions = ${join(home, 'definitions.json')}`,
    'log.console = false',
    'log.file.level = warning',
  ]
  await writeFile(join(home, 'rabbitmq.conf'), `${settings.join('\n')}\n`)
  await writeFile(join(home, 'definitions.json'), JSON.stringify(definitions))
  await writeFile(join(home, 'enabled_plugins'), '[].\n')
  await writeFile(join(home, 'environment.conf'), '')
  await writeFile(join(home, '.erlang.cookie'), cookie)
  await chmod(join(home, '.erlang.cookie'), 0o400)
}

/** Overrides every setting by which the broker would use the machine's own. */
const environmentOf = ({ home, port, distributionPort, cookie }: Site): NodeJS.ProcessEnv => {
  const node = nodeOf({ port })
  // With a fixed name and port the runtime needs no port mapper and starts none.
  const flags = [
    `-noinput -sname ${node} -setcookie ${cookie} -erl_epmd_port ${distributionPort}`,
    `-kernel inet_dist_listen_min ${distributionPort} inet_dist_listen_max ${distributionPort}`,
    '-kernel inet_dist_use_interface {127,0,0,1}',
    '+S 1:1 +sbwt none +A 8',
  ]
  return {
    PATH: process.env.PATH,
    LANG: 'C.UTF-8',
    HOME: home,
    // Also for helper programs: every minute the broker would ensure that a port mapper runs.
    ERL_AFLAGS: '-start_epmd false',
    ERL_EPMD_PORT: nobodysPort,
    RABBITMQ_NODENAME: node,
    RABBITMQ_DIST_PORT: String(distributionPort),
    RABBITMQ_MNESIA_BASE: join(home, 'data'),
    RABBITMQ_LOG_BASE: join(home, 'log'),
    RABBITMQ_GENERATED_CONFIG_DIR: join(home, 'generated'),
    RABBITMQ_CONFIG_FILE: join(home, 'rabbitmq.conf'),
    RABBITMQ_CONF_ENV_FILE: join(home, 'environment.conf'),
    RABBITMQ_ENABLED_PLUGINS_FILE: join(home, 'enabled_plugins'),
    // Makes the script `exec` the broker, so that the broker is the process to stop.
    RABBITMQ_ALLOW_INPUT: '1',
    RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS: flags.join(' '),
  }
}

const nodeOf = ({ port }: { readonly port: number }): string => `nimbo-${port}@localhost`

/** Runs Erlang code in the broker: much faster than `rabbitmqctl`, which starts an Erlang runtime for each command. */
const evaluate = async ({ home, distributionPort, cookie }: Site, code: string): Promise<void> => {
  // The broker talks to only one caller of a name at a time, and the default name (-r) is the same within a second.
  const caller = `caller-${randomBytes(8).toString('hex')}`
  const words = ['-address', `127.0.0.1:${distributionPort}`, '-c', cookie, '-h', caller, '-e']
  const running = promisify(execFile)('erl_call', words, { env: { ...process.env, HOME: home } })
  // Errors are reported when the process ends.
  running.child.stdin?.on('error', () => {}).end(`${code}\n`)
  const { stdout } = await running
  if (!stdout.startsWith('{ok')) throw new Error(`RabbitMQ refused: ${stdout}`)
}

const accepts = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port })
    // An AMQP listener answers the protocol header, while a bound port alone would not.
    socket.once('connect', () => socket.write('AMQP\x00\x00\x09\x01'))
    const settle = (answered: boolean) => {
      socket.destroy()
      resolve(answered)
    }
    socket.once('data', () => settle(true))
    socket.once('error', () => settle(false))
    socket.once('close', () => settle(false))
    socket.setTimeout(1_000, () => settle(false))
  })

/** Installs Debian's package without starting its service, so that a test does not start a broker on the machine. */
const installRabbitmq = async (): Promise<void> => {
  if (process.getuid?.() !== 0)
    throw new Error(
      'RabbitMQ is missing and cannot be installed without root: apt-get install rabbitmq-server',
    )
  const apt = (...words: readonly string[]) =>
    promisify(execFile)('apt-get', words, {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' },
      timeout: 300_000,
    })
  const lists = await readdir('/var/lib/apt/lists').catch(() => [])
  if (lists.length < 3) await apt('update', '-q')
  await apt('install', '-y', '-q', '--no-install-recommends', 'rabbitmq-server')
}
