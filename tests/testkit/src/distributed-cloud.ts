import { randomBytes } from 'node:crypto'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { manage } from '@nimbo/cloud/manage/manage'
import { type CrashPoints, crashPoints } from './crash-points.ts'
import {
  configDirectories,
  type HostBrokers,
  identityUrlOf,
  usualRoles,
  writeDistributedConfig,
} from './distributed-config.ts'
import { type DistributedSetup, makeSetup, makeOwnSetup } from './distributed-setup.ts'
import { cloudTls } from './cloud-tls.ts'
import { eventually } from '@nimbo/testing/eventually'
import { freePort } from '@nimbo/testing/free-port'
import { assertHostsInUse } from './hosts-in-use.ts'
import { nimbo } from './nimbo-process.ts'
import type { PostgresqlServer, PostgresqlServerOptions } from '@nimbo/testing/postgresql-server'
import type { RabbitmqServer } from '@nimbo/testing/rabbitmq-server'
import { type SeverableLine, severableLine } from '@nimbo/testing/severable-line'
import type { Sections } from './sections.ts'
import { signInByCatalog } from './sign-in-by-catalog.ts'
import { type SupervisedProcess, superviseProcess } from './supervised-process.ts'
import { temporaryDirectory } from '@nimbo/testing/temporary-directory'

/** How the controller roles are distributed over processes. */
export interface ControllerSpread {
  /** Processes behind the port of nova-api (default 1). */
  readonly novaApiWorkers?: number
  /** Processes of nova-conductor (default 1). */
  readonly conductors?: number
  /** Processes of nova-scheduler (default 1). */
  readonly schedulers?: number
  /** Lists of controller roles that share a process; each of the others has its own. */
  readonly together?: readonly (readonly string[])[]
}

export interface DistributedOptions extends ControllerSpread {
  /** Cells besides cell0 (default 1). */
  readonly cells?: number
  /** Compute hosts with the fake hypervisor in each cell (default 1). */
  readonly hostsPerCell?: number
  /**
   * Whether each compute host is connected to its brokers through a proxy that the test can cut, and detects lost connections
   * within seconds.
   */
  readonly severableHosts?: boolean
  /** Whether processes follow crash points. */
  readonly crashPoints?: boolean
  /**
   * `none` (the default) lets a project have any number of servers, ports and volumes; `usual` leaves a cloud's default quotas.
   */
  readonly quotas?: 'usual' | 'none'
  /** Whether every API uses TLS, with an authority that the test process trusts. */
  readonly tls?: boolean
  /** The address of PostgreSQL (default loopback), and settings that replace those for fast tests. */
  readonly postgresql?: PostgresqlServerOptions
  /** Additional environment variables of every process. */
  readonly environment?: Readonly<Record<string, string>>
  /** Additional settings of the controllers, by service. */
  readonly settings?: Readonly<Record<string, Sections>>
}

/** A process of the cloud, with the URL of its health check. */
export interface CloudProcess extends SupervisedProcess {
  readonly roles: readonly string[]
  readonly healthUrl: string
  readonly logFile: string
  /** Its host name if it is a compute host. */
  readonly host?: string
  /** The proxy between the host and its brokers, with `severableHosts`. */
  readonly line?: SeverableLine
}

/** A cloud of many processes on this machine. */
export interface CloudOfProcesses extends AsyncDisposable {
  /** Such as `http://127.0.0.1:5000`. */
  readonly identityUrl: string
  readonly adminPassword: string
  readonly directory: string
  readonly processes: readonly CloudProcess[]
  /** The names of the compute hosts. */
  readonly hosts: readonly string[]
  readonly crashPoints: CrashPoints
  /** The URL of the database of a service or cell, see `distributed-ground.ts`. */
  database(name: string): string
  /** The URL of the broker between its services. */
  readonly broker: string
  /** Resolves when the health checks of all processes pass. */
  ready(withinMs?: number): Promise<void>
  /** Runs `nimbo manage` with these arguments on the controllers' configuration; fails with its error output. */
  manage(...words: readonly string[]): Promise<string>
}

/** A cloud with its own PostgreSQL and RabbitMQ, which a test may stop and start. */
export interface DistributedCloud extends CloudOfProcesses {
  readonly postgresql: PostgresqlServer
  readonly rabbitmq: RabbitmqServer
}

/** All controller roles. */
export const controllerRoles: readonly string[] = usualRoles
  .filter(({ onComputeHosts }) => !onComputeHosts)
  .map(({ name }) => name)

const hostRoles = usualRoles.filter(({ onComputeHosts }) => onComputeHosts).map(({ name }) => name)

/** Broker and host consider a connection lost after one to three times this time, which is less than half a minute. */
const quickHeartbeats = { OS_OSLO_MESSAGING_RABBIT__HEARTBEAT_TIMEOUT_THRESHOLD: '8' }

const readyWithinMs = 240_000
const healthWithinMs = 5_000
const loopback = '127.0.0.1'

const ofTelemetry: readonly string[] = usualRoles
  .filter(({ service }) => ['metric', 'alarming', 'metering'].includes(service.type))
  .map(({ name }) => name)

/**
 * The roles of each controller process: those requested together, then the others alone, some in several processes. The telemetry
 * roles share one process: few tests are about them, and each process takes time to start.
 */
const controllerPlan = ({
  together = [],
  conductors = 1,
  schedulers = 1,
}: ControllerSpread): readonly (readonly string[])[] => {
  const shared = new Set(together.flat())
  const several: Readonly<Record<string, number>> = {
    'nova-conductor': conductors,
    'nova-scheduler': schedulers,
  }
  const alone = controllerRoles
    .filter((role) => !shared.has(role) && !ofTelemetry.includes(role))
    .flatMap((role) => Array.from({ length: several[role] ?? 1 }, () => [role]))
  const telemetry = ofTelemetry.filter((role) => !shared.has(role))
  return [...together, ...alone, ...(telemetry.length === 0 ? [] : [telemetry])]
}

const secret = (): string => randomBytes(24).toString('base64url')

/** Runs `nimbo manage` in this process, which spares five starts of one; `tests/distributed` runs the command itself. */
const manageHere =
  (config: string): CloudOfProcesses['manage'] =>
  async (...words) => {
    let said = ''
    const say = (text: string): void => {
      said += text
    }
    const code = await manage([...words, '--config-dir', config], { say, complain: say })
    if (code !== 0) throw new Error(`nimbo manage ${words.join(' ')} ended with ${code}: ${said}`)
    return said
  }

/** The operator's steps before the first start: keys, cells, tables, the first user. */
const setUp = async (
  manage: CloudOfProcesses['manage'],
  { migrated, database, broker }: DistributedSetup,
  cells: readonly string[],
  adminPassword: string,
): Promise<void> => {
  await manage('fernet', 'setup')
  if (!migrated) await manage('db', 'sync')
  await manage('cell_v2', 'map_cell0', '--database_connection', database('nova_cell0'))
  for (const cell of cells) {
    const address = ['--database_connection', database(`nova_${cell}`), '--transport-url', broker(cell)]
    await manage('cell_v2', 'create_cell', '--name', cell, ...address)
  }
  // With `=`, since a password may begin with a dash.
  await manage('bootstrap', `--bootstrap-password=${adminPassword}`)
}

interface ProcessOrder {
  readonly name: string
  readonly roles: readonly string[]
  /** The directory of its configuration. */
  readonly config: string
  readonly host?: string
  readonly line?: SeverableLine
}

interface ProcessSetup {
  readonly directory: string
  readonly ports: ReadonlyMap<string, number>
  readonly environment: Readonly<Record<string, string>>
  readonly secure: boolean
}

/** Roles whose ports serve guests, so that their health check is at another port. */
const facesGuests = (role: string): boolean => usualRoles.some((one) => one.name === role && one.facesGuests)

/** Starts a process. Its health check is at the port of its API; a process without an API gets a port for it. */
const startProcess = async (
  { directory, ports, environment, secure }: ProcessSetup,
  { name, roles, config, host, line }: ProcessOrder,
): Promise<CloudProcess> => {
  const [ofApi] = roles.filter((role) => !facesGuests(role)).flatMap((role) => ports.get(role) ?? [])
  const port = ofApi ?? (await freePort())
  const health = ofApi === undefined ? { OS_HEALTHCHECK__BIND_PORT: String(port) } : {}
  const who =
    host === undefined
      ? { OS_DEFAULT__HOST: name }
      : { OS_DEFAULT__HOST: host, OS_DEFAULT__STATE_PATH: join(directory, 'hosts', host) }
  const logFile = join(directory, 'logs', `${name}.log`)
  const supervised = superviseProcess({
    name,
    words: ['serve', ...roles, '--config-dir', config],
    environment: { ...environment, ...health, ...who, ...(line === undefined ? {} : quickHeartbeats) },
    logFile,
  })
  const about = {
    roles,
    logFile,
    healthUrl: `${ofApi !== undefined && secure ? 'https' : 'http'}://${loopback}:${port}/healthcheck`,
  }
  return {
    ...{ ...supervised, ...about },
    ...(host === undefined ? {} : { host }),
    ...(line === undefined ? {} : { line }),
  }
}

const shownOfLog = 1_000

/** The end of a process's log, which shows why it is not healthy. */
const lastLines = async (logFile: string): Promise<string> =>
  (await readFile(logFile, 'utf8')).slice(-shownOfLog).trimEnd()

const isWell = async ({ name, healthUrl, logFile }: CloudProcess): Promise<void> => {
  const status = await fetch(healthUrl, { signal: AbortSignal.timeout(healthWithinMs) }).then(
    (answer) => answer.status,
    () => 0,
  )
  if (status !== 200) throw new Error(`${name} is not well: ${await lastLines(logFile)}`)
}

/** Polls each process until it is healthy, and no longer, since checks cost it time. */
const allWell = async (processes: readonly CloudProcess[], withinMs: number): Promise<void> => {
  await Promise.all(processes.map((process) => eventually(() => isWell(process), { withinMs, everyMs: 100 })))
}

const cellsOf = ({ cells = 1 }: DistributedOptions): readonly string[] =>
  Array.from({ length: cells }, (_, index) => `cell${index + 1}`)

interface PlacedHost {
  readonly cell: string
  readonly host: string
}

const hostsOf = (options: DistributedOptions): readonly PlacedHost[] =>
  cellsOf(options).flatMap((cell) =>
    Array.from({ length: options.hostsPerCell ?? 1 }, (_, index) => ({
      cell,
      host: `${cell}-host${index + 1}`,
    })),
  )

/** The proxies between hosts and their brokers, by host; empty without `severableHosts`. */
const linesOf = async (
  { broker }: DistributedSetup,
  options: DistributedOptions,
): Promise<ReadonlyMap<string, SeverableLine>> => {
  if (options.severableHosts !== true) return new Map()
  return new Map(
    await Promise.all(
      hostsOf(options).map(
        async ({ cell, host }) => [host, await severableLine(Number(new URL(broker(cell)).port))] as const,
      ),
    ),
  )
}

const brokersOf = (
  { broker }: DistributedSetup,
  { cell, host }: PlacedHost,
  line: SeverableLine | undefined,
): HostBrokers => {
  const through = (address: string): string => line?.through(address) ?? address
  return { host, broker: through(broker('api')), cellBroker: through(broker(cell)) }
}

const ordersOf = (
  options: DistributedOptions,
  places: ReturnType<typeof configDirectories>,
  lines: ReadonlyMap<string, SeverableLine>,
): readonly ProcessOrder[] => [
  ...controllerPlan(options).map((roles, index) => ({
    ...{ name: `${roles[0]}-${index + 1}`, roles, config: places.controller },
  })),
  ...hostsOf(options).map(({ host }) => {
    const line = lines.get(host)
    const order = { name: host, roles: hostRoles, config: places.host(host), host }
    return line === undefined ? order : { ...order, line }
  }),
]

/** Starts the processes of a cloud on existing databases and brokers; dispose of it to stop them. */
const startProcesses = async (
  setup: DistributedSetup,
  options: DistributedOptions,
): Promise<CloudOfProcesses> => {
  await using stack = new AsyncDisposableStack()
  const { path: directory } = stack.use(await temporaryDirectory())
  await mkdir(join(directory, 'logs'))
  const cells = cellsOf(options)
  const ports = await freePorts()
  const lines = await linesOf(setup, options)
  for (const line of lines.values()) stack.use(line)
  const tls = options.tls ? await cloudTls(directory) : undefined
  await writeDistributedConfig({
    ...(tls && { tls }),
    ...{ directory, ports, database: setup.database, broker: setup.broker('api') },
    hosts: hostsOf(options).map((placed) => brokersOf(setup, placed, lines.get(placed.host))),
    ...{ servicePassword: secret(), sealingKey: secret(), novaApiWorkers: options.novaApiWorkers ?? 1 },
    quotas: options.quotas ?? 'none',
    ...(options.settings && { further: options.settings }),
  })
  const places = configDirectories(directory)
  const adminPassword = secret()
  await setUp(manageHere(places.controller), setup, cells, adminPassword)

  const points = await crashPoints(join(directory, 'crash-points'))
  const environment = { ...(options.crashPoints ? points.environment : {}), ...options.environment }
  const processes = await Promise.all(
    ordersOf(options, places, lines).map((order) =>
      startProcess({ directory, ports, environment, secure: tls !== undefined }, order),
    ),
  )
  stack.defer(async () => {
    await Promise.all(processes.map((process) => process.stop()))
  })
  const ready = (withinMs = readyWithinMs): Promise<void> => allWell(processes, withinMs)
  await ready()
  const identityUrl = identityUrlOf(ports, tls !== undefined)
  const placed = { hosts: hostsOf(options).map(({ host }) => host), database: setup.database }
  const who = { username: 'admin', password: adminPassword, project: 'admin' }
  const admin = await signInByCatalog(identityUrl, who)
  await eventually(() => assertHostsInUse(admin, placed), { withinMs: readyWithinMs, everyMs: 100 })
  const parts = stack.move()
  return {
    ...{ identityUrl, adminPassword, directory, processes, broker: setup.broker('api') },
    ...{ ...placed, crashPoints: points, ready, manage: manageBy(places.controller) },
    [Symbol.asyncDispose]: () => parts.disposeAsync(),
  }
}

/** Starts a cloud with its own database and broker; dispose of it to stop all processes, the database and the broker. */
export const startDistributedCloud = async (options: DistributedOptions = {}): Promise<DistributedCloud> => {
  await using stack = new AsyncDisposableStack()
  const setup = stack.use(await makeOwnSetup(cellsOf(options), options.postgresql))
  const cloud = stack.use(await startProcesses(setup, options))
  const parts = stack.move()
  const { postgresql, rabbitmq } = setup
  return { ...cloud, postgresql, rabbitmq, [Symbol.asyncDispose]: () => parts.disposeAsync() }
}

/** Like {@link startDistributedCloud}, on the database and broker shared by the tests of a run, if there are any. */
export const startCloudOfProcesses = async (options: DistributedOptions = {}): Promise<CloudOfProcesses> => {
  await using stack = new AsyncDisposableStack()
  const cloud = stack.use(await startProcesses(stack.use(await makeSetup(cellsOf(options))), options))
  const parts = stack.move()
  return { ...cloud, [Symbol.asyncDispose]: () => parts.disposeAsync() }
}

/** A free port for each API, by the name of its role. */
const freePorts = async (): Promise<ReadonlyMap<string, number>> => {
  const apis = usualRoles.filter(({ kind }) => kind === 'api')
  return new Map(await Promise.all(apis.map(async ({ name }) => [name, await freePort()] as const)))
}

const manageBy =
  (config: string): CloudOfProcesses['manage'] =>
  async (...words) => {
    const { code, stdout, stderr } = await nimbo('manage', ...words, '--config-dir', config)
    if (code !== 0) throw new Error(`nimbo manage ${words.join(' ')} ended with ${code}: ${stderr}${stdout}`)
    return stdout
  }
