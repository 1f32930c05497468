import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { AdminAccess } from '@nimbo/cloud/client-files'
import { type Cloud, startCloud } from '@nimbo/cloud/cloud'
import type { Drivers } from '@nimbo/cloud/drivers'
import { overrideFiles } from '@nimbo/cloud/override-files'
import { openSecrets } from '@nimbo/cloud/secrets'
import type { CloudService } from '@nimbo/cloud/services'
import { settingsFrom } from '@nimbo/cloud/settings'
import { openStateDirectory, type StateDirectory } from '@nimbo/cloud/state-directory'
import { writeStatePath } from '@nimbo/cloud/state-path'
import { ownTls } from '@nimbo/cloud/tls/own-authority'
import { trustOwnAuthority } from '@nimbo/cloud/tls/trust-own-authority'
import { fakeDrivers } from '@nimbo/cloud/up/fake-drivers'
import { type Clock, systemClock } from '@nimbo/kernel/clock'
import { type Log, silentLog } from '@nimbo/kernel/log'
import { type Client, signIn } from './client.ts'
import { cloudDatabases, sqliteDatabases } from './cloud-databases.ts'
import { joinProject, passwordOf, type RoleName } from './join-project.ts'

export interface TestCloudOptions {
  /** Compute hosts with the fake hypervisor (default 1). */
  readonly hosts?: number
  /** The port to listen on (default: any free port). */
  readonly port?: number
  /** The state directory to start on; it is kept when the cloud stops. */
  readonly stateDir?: string
  /** Drivers instead of fakes. */
  readonly drivers?: (state: StateDirectory) => Promise<Drivers>
  readonly clock?: Clock
  readonly log?: Log
  /** Services instead of the cloud's own. */
  readonly services?: readonly CloudService[]
  /** Whether its databases are SQLite files even where the environment selects a server. */
  readonly sqlite?: boolean
  /** Whether it uses TLS, with an authority that the test process trusts. */
  readonly tls?: boolean
  /** Options of its services, as environment variables. */
  readonly environment?: Readonly<Record<string, string>>
  /** Files of its operator, by their path in `etc`, such as `placement/policy.yaml`. */
  readonly etc?: Readonly<Record<string, string>>
}

/** The embedded cloud on a free port and in its own state directory, with its users. */
export interface TestCloud extends AsyncDisposable {
  readonly cloud: Cloud
  readonly url: string
  readonly state: StateDirectory
  /** The path of the state directory. */
  readonly directory: string
  readonly drivers: Drivers
  /** How its admin authenticates. */
  readonly access: AdminAccess
  /** The admin, in the project admin. */
  readonly admin: Client
  /** Creates a project and a user with this role in it, and signs in as the user. */
  person(name: string, role?: RoleName): Promise<Client>
  settled(): Promise<void>
  /** Stops the cloud and keeps its state. */
  stop(): Promise<void>
}

/** Passwords are hashed at the lowest cost: tests sign in thousands of users. */
const cheapHashes = { OS_IDENTITY__PASSWORD_HASH_ROUNDS: '1' }

/** Starts a cloud as `nimbo up` does, with fake drivers. Dispose of it to stop it and remove its state. */
export const startTestCloud = async (options: TestCloudOptions = {}): Promise<TestCloud> => {
  const stateDir = options.stateDir ?? (await mkdtemp(join(tmpdir(), 'nimbo-test-')))
  const state = await openStateDirectory(stateDir)
  const log = options.log ?? silentLog
  const clock = options.clock ?? systemClock
  for (const [path, text] of Object.entries(options.etc ?? {})) {
    await mkdir(dirname(state.file(`etc/${path}`)), { recursive: true })
    await writeFile(state.file(`etc/${path}`), text)
  }
  const drivers = await (options.drivers?.(state) ?? fakeDrivers({ state, clock, log }, options.hosts ?? 1))
  const secrets = await openSecrets(state.file('secrets.json'))
  const directory = await state.directory('databases')
  const databases = options.sqlite ? sqliteDatabases(directory) : cloudDatabases(stateDir, directory)
  const tls = options.tls ? await ownTls(state, ['127.0.0.1', 'localhost'], clock.now()) : undefined
  if (tls) await trustOwnAuthority(stateDir)
  const cloud = await startCloud({
    ...(tls && { tls: tls.server }),
    host: '127.0.0.1',
    port: options.port ?? 0,
    clock,
    log,
    secrets,
    drivers,
    databaseUrl: databases.url,
    directory: state.directory,
    override: overrideFiles(state.file('etc')),
    ...(options.services === undefined ? {} : { services: options.services }),
    settings: settingsFrom(state.file('etc'), { ...cheapHashes, ...options.environment }, [
      await writeStatePath(state),
    ]),
  })
  const access = {
    ...{ authUrl: `${cloud.url}/identity/v3`, username: 'admin', password: secrets.get('admin-password') },
    ...{ projectName: 'admin', region: cloud.region, ...(tls && { cacert: tls.authorityFile }) },
  }
  const admin = await signIn(cloud.url, { ...access, project: access.projectName })
  let running = true
  const stop = async (): Promise<void> => {
    if (running) await cloud.stop()
    running = false
  }
  return {
    cloud,
    url: cloud.url,
    state,
    directory: stateDir,
    drivers,
    access,
    admin,
    person: async (name, role = 'member') => {
      await joinProject(admin, name, role)
      return signIn(cloud.url, { username: name, password: passwordOf(name), project: name })
    },
    settled: () => cloud.settled(),
    stop,
    [Symbol.asyncDispose]: async () => {
      await stop()
      if (options.stateDir !== undefined) return
      await databases.drop()
      await rm(stateDir, { recursive: true, force: true })
    },
  }
}
