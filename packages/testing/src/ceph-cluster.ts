import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { endingWithParent } from '@nimbo/kernel/ending-with-parent'
import { type CephPlace, makeCephFiles, makeOsd } from './ceph-files.ts'
import { eventually } from './eventually.ts'
import { freePort } from './free-port.ts'
import { missingProgram } from './missing-program.ts'
import { removeServerDirectory, serverDirectory } from './server-directory.ts'
import { sweepAbandoned } from './sweep-abandoned.ts'

/** A Ceph cluster of the test's own: a monitor, a manager and OSDs on one address, and the given pools. */
export interface CephCluster extends AsyncDisposable {
  readonly fsid: string
  /** Configuration file and user for clients, with the rights of Cinder's and Glance's. */
  readonly access: { readonly conf: string; readonly user: string }
  /** The directory of all its data. */
  readonly directory: string
  /** Kills an OSD, as a crash would. An only OSD loses its data. */
  killOsd(osd: number): Promise<void>
  startOsd(osd: number): void
}

export interface CephOptions {
  /** The number of OSDs, which is also the number of replicas (default 1). */
  readonly osds?: number
  readonly pools: readonly string[]
  /** The size of each OSD (default 20). */
  readonly gibibytes?: number
  /** An IP address of this machine; the loopback address by default. */
  readonly address?: string
  /** How long Ceph considers a killed client alive, in seconds (default 30, Ceph's own). */
  readonly clientWatchTimeoutS?: number
}

const prefix = 'nimbo-ceph-'
const commandMs = 60_000
const startWithinMs = 120_000
const stopWithinMs = 15_000

/** Why tests with a Ceph cluster are skipped; false where its programs are installed. */
export const missingCeph = (): string | false =>
  ['ceph-mon', 'ceph-osd', 'ceph-mgr', 'rbd', 'qemu-img']
    .map(missingProgram)
    .find((missing) => missing !== false) ?? false

/**
 * Starts a cluster in a directory of its own, independent of any other; it ends with this process, even if that is killed. Takes
 * some 2 s with one OSD, and 10 s or more with several, most of them for the first writes.
 */
export const startCeph = async ({
  osds = 1,
  gibibytes = 20,
  pools,
  address = '127.0.0.1',
  clientWatchTimeoutS = 30,
}: CephOptions): Promise<CephCluster> => {
  await sweepAbandoned(prefix)
  const directory = await serverDirectory(prefix)
  const port = await freePort(address)
  const place: CephPlace = {
    directory,
    fsid: randomUUID(),
    address,
    port,
    osds,
    gibibytes,
    clientWatchTimeoutS,
  }
  const conf = join(directory, 'ceph.conf')
  const env = { ...process.env, CEPH_CONF: conf, CEPH_ARGS: `--conf ${conf}` }
  const run = async (program: string, args: readonly string[]): Promise<string> =>
    (await promisify(execFile)(program, args, { env, timeout: commandMs, killSignal: 'SIGKILL' })).stdout
  const children = new Map<string, ChildProcess>()
  const launch = (name: string, program: string, id: string): void => {
    const log = openSync(join(directory, 'log', `${name}.out`), 'a')
    const command = endingWithParent('KILL', program, ['-i', id, '-f'])
    children.set(name, spawn(...command, { env, cwd: directory, stdio: ['ignore', log, log] }))
    closeSync(log)
  }
  const end = async (name: string, signal: NodeJS.Signals): Promise<void> => {
    const child = children.get(name)
    children.delete(name)
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill(signal)
    const tooLong = setTimeout(() => child.kill('SIGKILL'), stopWithinMs)
    await ended
    clearTimeout(tooLong)
  }
  const stop = async (): Promise<void> => {
    // SIGKILL, since the data is deleted and need not be flushed.
    await Promise.all([...children.keys()].map((name) => end(name, 'SIGKILL')))
    await removeServerDirectory(directory)
  }
  try {
    await makeCephFiles(place, run)
    launch('mon', 'ceph-mon', 'a')
    launch('mgr', 'ceph-mgr', 'x')
    await eventually(() => run('ceph', ['--connect-timeout', '10', 'mon', 'stat']), {
      withinMs: startWithinMs,
    })
    for (let osd = 0; osd < osds; osd += 1) {
      await run('ceph', ['osd', 'new', await makeOsd(place, osd, run), String(osd)])
      launch(`osd.${osd}`, 'ceph-osd', String(osd))
    }
    for (const pool of pools) {
      await run('ceph', ['osd', 'pool', 'create', pool, '8'])
      await run('ceph', ['osd', 'pool', 'application', 'enable', pool, 'rbd'])
    }
    const [first = ''] = pools
    await eventually(() => run('rados', ['-p', first, 'put', '.started', conf]), { withinMs: startWithinMs })
  } catch (error) {
    await stop()
    throw error
  }
  return {
    fsid: place.fsid,
    access: { conf, user: 'nimbo' },
    directory,
    killOsd: (osd) => end(`osd.${osd}`, 'SIGKILL'),
    startOsd: (osd) => launch(`osd.${osd}`, 'ceph-osd', String(osd)),
    [Symbol.asyncDispose]: stop,
  }
}
