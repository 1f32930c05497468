import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync } from 'node:fs'
import { chown, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { runOnPostgresql } from '@nimbo/db/run-on-postgresql'
import { endingWithParent } from '@nimbo/kernel/ending-with-parent'
import { freePort } from './free-port.ts'
import { removeServerDirectory, serverDirectory } from './server-directory.ts'
import { sweepAbandoned } from './sweep-abandoned.ts'

const run = promisify(execFile)

/** A PostgreSQL server of the test's own. */
export interface PostgresqlServer {
  /** The URL of its superuser's database, from which others can be created. */
  readonly url: string
  /** Stops it at once and removes its data. */
  stop(): Promise<void>
  /** Stops it at once, as a crash would, until {@link PostgresqlServer.start}. */
  crash(): Promise<void>
  start(): Promise<void>
  /** Stops it as an administrator would, notifying its clients, and starts it again at the same address. */
  restart(): Promise<void>
}

export interface PostgresqlServerOptions {
  /** An IP address to listen on, at a free port; without it the server has only a Unix socket. */
  readonly address?: string
  /** Settings that replace those for fast tests. */
  readonly settings?: Readonly<Record<string, string>>
}

const prefix = 'nimbo-postgresql-'
const user = 'nimbo'
const startWithinMs = 60_000
const stopWithinMs = 30_000
const lookEveryMs = 20
/** Another process may take a free port before the server does. */
const portTries = 5

/**
 * Fast settings for data that need not survive a crash of the machine, but does survive one of the server. `max_connections` is
 * high because on a busy machine the processes of closed connections count until they end, seconds later.
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

/** The account that runs a server, since PostgreSQL refuses to run as root. */
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

/** The directory of the newest installed version's programs on Debian; otherwise empty, for those in the PATH. */
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

/** Starts the process; it ends with this one, even if this one is killed. */
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

/** Waits until it answers; false when it ended instead. */
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
 * Starts a PostgreSQL server in a directory of its own (`server-directory.ts`), independent of any other. It ends with this
 * process; the directory of a killed process is removed at the next start.
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
    await removeServerDirectory(directory)
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
      await removeServerDirectory(place.directory)
    },
  }
}
