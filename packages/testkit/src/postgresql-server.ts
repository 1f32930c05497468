import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync } from 'node:fs'
import { chown, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { runOnPostgresql } from '@nimbo/db/run-on-postgresql'
import { endingWithParent } from '@nimbo/kernel/ending-with-parent'
import { freePort } from './free-port.ts'
import { serverDirectory } from './server-directory.ts'
import { sweepAbandoned } from './sweep-abandoned.ts'

const run = promisify(execFile)

/** A PostgreSQL server of a test's own. */
export interface PostgresqlServer {
  /** Address of its superuser's database, to make others with. */
  readonly url: string
  /** Ends it at once and removes what it kept. */
  stop(): Promise<void>
  /** Ends it at once, as a crash would, and leaves it down; {@link PostgresqlServer.start} brings it back. */
  crash(): Promise<void>
  start(): Promise<void>
  /** Ends it as an administrator does, its clients told so, and starts it again at the same address. */
  restart(): Promise<void>
}

export interface PostgresqlServerOptions {
  /** An IP address to listen at, on a free port; without it only a Unix socket is there. */
  readonly address?: string
  /** Settings of the server in place of those that make a test fast. */
  readonly settings?: Readonly<Record<string, string>>
}

const prefix = 'nimbo-postgresql-'
const user = 'nimbo'
const startWithinMs = 60_000
const stopWithinMs = 30_000
const lookEveryMs = 20
/** A port found free can be taken before the server gets it. */
const portTries = 5

/**
 * What makes a server fast whose data need not outlive the machine; they do outlive a crash of the server. On a busy machine the
 * processes of connections that were closed end seconds later, and count until then: hence so many.
 */
const fastSettings = {
  fsync: 'off',
  full_page_writes: 'off',
  max_connections: '1000',
  shared_buffers: '64MB',
  autovacuum_naptime: '10s',
  max_wal_size: '512MB',
  wal_level: 'minimal',
  max_wal_senders: '0',
}

/** Who runs a server: PostgreSQL refuses to be run by root. */
interface Account {
  readonly uid: number
  readonly gid: number
}

const account = async (): Promise<Account | undefined> => {
  if (process.getuid?.() !== 0) return undefined
  const lines = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'))
  const found = ['postgres', 'nobody'].flatMap((name) => lines.filter(([login]) => login === name))[0]
  if (!found) throw new Error('PostgreSQL cannot run as root, and there is no user postgres or nobody')
  return { uid: Number(found[2]), gid: Number(found[3]) }
}

/** The newest installed version's programs, where Debian puts them; otherwise those of the path. */
const binaries = async (): Promise<string> => {
  const root = '/usr/lib/postgresql'
  const versions = existsSync(root) ? await readdir(root) : []
  const newest = versions
    .filter((version) => existsSync(join(root, version, 'bin', 'postgres')))
    .sort((one, other) => Number(other) - Number(one))[0]
  return newest === undefined ? '' : `${join(root, newest, 'bin')}/`
}

const answers = (url: string): Promise<boolean> =>
  runOnPostgresql(url, (run) => run('select 1')).then(
    () => true,
    () => false,
  )

interface Place {
  readonly directory: string
  readonly programs: string
  readonly runBy: Account | undefined
  readonly address: string | undefined
  readonly settings: Readonly<Record<string, string>>
}

/** Begins the process; it ends with this one, however this one ends. */
const launch = ({ directory, programs, runBy, address, settings }: Place, port: number): ChildProcess => {
  const log = openSync(join(directory, 'log'), 'a')
  const options = Object.entries({
    ...settings,
    port: String(port),
    listen_addresses: address ?? '',
    unix_socket_directories: directory,
  }).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  try {
    return spawn(
      ...endingWithParent('QUIT', `${programs}postgres`, ['-D', join(directory, 'data'), ...options]),
      {
        cwd: directory,
        stdio: ['ignore', log, log],
        ...runBy,
      },
    )
  } finally {
    closeSync(log)
  }
}

/** Waits until it answers; undefined when it ended instead. */
const ready = async (child: ChildProcess, url: string): Promise<boolean> => {
  const deadline = Date.now() + startWithinMs
  while (child.exitCode === null && child.signalCode === null) {
    if (await answers(url)) return true
    if (Date.now() > deadline) {
      child.kill('SIGQUIT')
      throw new Error(`PostgreSQL did not answer within ${startWithinMs / 1000} s`)
    }
    await sleep(lookEveryMs)
  }
  return false
}

const end = async (child: ChildProcess, signal: 'SIGINT' | 'SIGQUIT'): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill(signal)
  const tooLong = setTimeout(() => child.kill('SIGKILL'), stopWithinMs)
  await ended
  clearTimeout(tooLong)
}

const urlOf = ({ directory, address }: Place, port: number): string =>
  address === undefined
    ? `postgresql://${user}@localhost:${port}/postgres?host=${encodeURIComponent(directory)}`
    : `postgresql://${user}@${address.includes(':') ? `[${address}]` : address}:${port}/postgres`

const initialise = async ({ directory, programs, runBy }: Place): Promise<void> => {
  await writeFile(join(directory, 'owner'), String(process.pid))
  const data = join(directory, 'data')
  await mkdir(data, { mode: 0o700 })
  if (runBy) for (const path of [directory, data]) await chown(path, runBy.uid, runBy.gid)
  const options = ['--auth=trust', `--username=${user}`, '--encoding=UTF8', '--locale=C.UTF-8']
  await run(`${programs}initdb`, ['-D', data, '--no-sync', '--no-instructions', ...options], {
    cwd: directory,
    timeout: startWithinMs,
    ...runBy,
  })
}

/**
 * Starts a PostgreSQL server with a directory of its own (`server-directory.ts`); no other server is touched.
 * It ends when this process does, and what a killed process left behind is removed at the next start.
 */
export const startPostgresql = async ({
  address,
  settings = {},
}: PostgresqlServerOptions = {}): Promise<PostgresqlServer> => {
  await sweepAbandoned(prefix)
  const directory = await serverDirectory(prefix)
  const place: Place = {
    ...{ directory, programs: await binaries(), runBy: await account(), address },
    settings: { ...fastSettings, ...settings },
  }
  try {
    await initialise(place)
    const { child, port } = await firstStart(place)
    return serverOf(place, child, port)
  } catch (error) {
    await rm(directory, { recursive: true, force: true })
    throw error
  }
}

const complaint = async ({ directory }: Place): Promise<Error> =>
  new Error(
    `PostgreSQL ended at its start: ${(await readFile(join(directory, 'log'), 'utf8')).slice(-2_000)}`,
  )

const firstStart = async (place: Place): Promise<{ child: ChildProcess; port: number }> => {
  for (let tries = 1; ; tries += 1) {
    const port = place.address === undefined ? 5432 : await freePort(place.address)
    const child = launch(place, port)
    if (await ready(child, urlOf(place, port))) return { child, port }
    if (tries === portTries) throw await complaint(place)
  }
}

const serverOf = (place: Place, first: ChildProcess, port: number): PostgresqlServer => {
  const url = urlOf(place, port)
  let child = first
  const start = async (): Promise<void> => {
    child = launch(place, port)
    if (!(await ready(child, url))) throw await complaint(place)
  }
  return {
    url,
    start,
    crash: () => end(child, 'SIGQUIT'),
    restart: async () => {
      await end(child, 'SIGINT')
      await start()
    },
    stop: async () => {
      await end(child, 'SIGQUIT')
      await rm(place.directory, { recursive: true, force: true })
    },
  }
}
