import { hkdfSync } from 'node:crypto'
import { pause } from '@nimbo/kernel/deadline'
import type { ServiceHost } from '@nimbo/service/service-host'
import { tracer } from '@nimbo/trace/tracer'
import type { ComputeApiDeps } from '../app/app.ts'
import { rpcComputeHostPort } from '../conductor/rpc-compute-host-port.ts'
import { rpcConductorPort } from '../conductor/rpc-conductor-port.ts'
import { cell0Id } from '../db/cell-mappings.ts'
import { seal, sealingKeyBytes, unseal } from '../domain/sealed-text.ts'
import type { Hypervisor } from '../driver/hypervisor.ts'
import { computeEnforcer } from '../policies.ts'
import { defaultNovaConfig, type NovaConfig } from './compute-options.ts'
import { openClients } from './open-clients.ts'
import { type CellOption, defaultCells, type OpenDatabases, openDatabases } from './open-databases.ts'
import { registerRoles } from './register-roles.ts'
import { type AgentRole, type RunningAgent, runAgent } from './run-agent.ts'
import { runConductor } from './run-conductor.ts'
import { runScheduler } from './run-scheduler.ts'

export interface ComputeOptions {
  /** The hosts whose agents run in this process. */
  readonly hypervisors: readonly { readonly host: string; readonly driver: Hypervisor }[]
  /** A long random secret that lasts: admin passwords and injected files are encrypted by a key made from it. */
  readonly sealingKey: string
  /** cell0 first; the hosts of this process are in the last. */
  readonly cells?: readonly CellOption[]
  readonly config?: NovaConfig
}

export interface ComputeRoles {
  /** What the API lives on. */
  readonly api: ComputeApiDeps
  begin(): Promise<void>
  settled(): Promise<void>
  stop(): Promise<void>
}

const lookAgainMs = 5
/** The hypervisor reads disks as a user of its own; what lies there is named by ids that nobody can list. */
const enterable = 0o711

/** The cell whose hosts run in this process: the last, for cell0 has none. */
const homeOf = ({ cells }: OpenDatabases) => {
  const home = cells.findLast(({ id }) => id !== cell0Id)
  if (home === undefined) throw new RangeError('a cloud needs a cell besides cell0')
  return home
}

/** Encrypts what is kept of a server's secrets, and decrypts it. */
const sealWith = (sealingKey: string) => {
  const key = new Uint8Array(hkdfSync('sha256', sealingKey, '', 'compute secrets', sealingKeyBytes))
  return {
    seal: (text: string) => seal(key, text),
    unseal: (sealed: string) => unseal(key, sealed),
  }
}

/** An agent for each hypervisor, with directories of this process; none has started. */
const agentsOn = async (
  machine: ServiceHost,
  hypervisors: ComputeOptions['hypervisors'],
  shared: Pick<AgentRole, 'cell' | 'clients' | 'config'>,
): Promise<readonly RunningAgent[]> => {
  const { bus, clock, log, spans } = machine
  const directory = await machine.directory('instances', enterable)
  const imageDirectory = await machine.directory('image-cache', enterable)
  return hypervisors.map(({ host, driver: hypervisor }) =>
    runAgent({
      ...shared,
      ...{ host, hypervisor, directory, imageDirectory },
      ...{ bus, clock, log: log.child({ host }), spans },
    }),
  )
}

/** Conductor, scheduler and agents of this process, and the ground their API stands on. */
export const computeRoles = async (host: ServiceHost, options: ComputeOptions): Promise<ComputeRoles> => {
  const { bus, clock, log, spans } = host
  const config = options.config ?? defaultNovaConfig()
  const cells = options.cells ?? defaultCells
  const databases = await openDatabases(host, cells)
  const { users, own } = openClients(host)
  const secrets = sealWith(options.sealingKey)
  const conductor = runConductor(host, { databases, clients: own, config, unseal: secrets.unseal })
  const home = homeOf(databases)
  const agents = await agentsOn(host, options.hypervisors, { cell: home.name, clients: own, config })
  const everyMs = config.DEFAULT.report_interval * 1000
  const registered = registerRoles({ cell: home.db, clock, log, everyMs })
  const scheduler = await runScheduler(host, { databases, clients: own, config })

  return {
    api: {
      databases,
      clients: users,
      conductor: rpcConductorPort(bus),
      computeHost: rpcComputeHostPort(bus),
      enforcer: computeEnforcer(host.override('nova', 'policy.yaml')),
      config,
      traces: host.traces,
      tracer: tracer('nova-api', spans),
      clock,
      log,
      seal: secrets.seal,
    },
    begin: async () => {
      await conductor.listen()
      registered.start()
      await Promise.all(agents.map((agent) => agent.start()))
      await conductor.beginFlows()
    },
    settled: async () => {
      for (;;) {
        await bus.idle()
        await conductor.idle()
        await Promise.all(agents.map((agent) => agent.idle()))
        if ((await conductor.active()) === 0) return
        await pause(clock, lookAgainMs)
      }
    },
    stop: async () => {
      await conductor.stop()
      await Promise.all(agents.map((agent) => agent.stop()))
      await registered.stop()
      await scheduler.close()
    },
  }
}
