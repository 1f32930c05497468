import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { endingWithParent } from '@nimbo/kernel/ending-with-parent'
import type { CephCluster } from './ceph-cluster.ts'
import { eventually } from './eventually.ts'
import { freePort } from './free-port.ts'
import { missingProgram } from './missing-program.ts'

/** A RADOS gateway of a cluster, with a user who may create buckets. */
export interface CephGateway extends AsyncDisposable {
  /** Such as `http://127.0.0.1:7480`. */
  readonly endpoint: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

const commandMs = 120_000
const startWithinMs = 120_000
const placementGroups = 4

/** Created in advance: the gateway itself would create them one by one, which takes seconds each. */
const pools = [
  '.rgw.root',
  ...['log', 'control', 'meta', 'buckets.index', 'buckets.data', 'buckets.non-ec'].map(
    (name) => `default.rgw.${name}`,
  ),
]

/** Why tests with a gateway are skipped; false where its programs are installed. */
export const missingCephGateway = (): string | false =>
  ['radosgw', 'radosgw-admin'].map(missingProgram).find((missing) => missing !== false) ?? false

/** Starts a gateway for a cluster, with the S3 API on the loopback address. It ends with this process, even if that is killed. */
export const startCephGateway = async ({ access, directory }: CephCluster): Promise<CephGateway> => {
  const env = { ...process.env, CEPH_CONF: access.conf, CEPH_ARGS: `--conf ${access.conf}` }
  const key = { accessKeyId: 'nimbo-objects', secretAccessKey: 'nimbo-objects-secret' }
  const options = { env, timeout: commandMs, killSignal: 'SIGKILL' } as const
  // All commands in one client, since starting one costs more than the commands.
  const made = promisify(execFile)('ceph', [], options)
  made.child.stdin?.end(
    pools
      .flatMap((pool) => [
        `osd pool create ${pool} ${placementGroups}`,
        `osd pool application enable ${pool} rgw`,
      ])
      .join('\n'),
  )
  await made
  const port = await freePort()
  const log = openSync(join(directory, 'log', 'rgw.out'), 'a')
  const command = endingWithParent('KILL', 'radosgw', [
    ...['-n', 'client.admin', '-f', '--log-file', join(directory, 'log', 'rgw.log')],
    ...[`--rgw-frontends=beast endpoint=127.0.0.1:${port}`, '--rgw-data', join(directory, 'run')],
    ...['--rgw-thread-pool-size=64', '--rgw-dynamic-resharding=false'],
  ])
  const gateway = spawn(...command, { env, cwd: directory, stdio: ['ignore', log, log] })
  closeSync(log)
  const end = async (): Promise<void> => {
    if (gateway.exitCode !== null || gateway.signalCode !== null) return
    const ended = once(gateway, 'exit')
    gateway.kill('SIGKILL')
    await ended
  }
  const endpoint = `http://127.0.0.1:${port}`
  try {
    await eventually(
      async () => {
        const { status } = await fetch(endpoint)
        if (status !== 200) throw new Error(`the gateway answered ${status}`)
      },
      { withinMs: startWithinMs },
    )
    await promisify(execFile)(
      'radosgw-admin',
      [
        ...['user', 'create', '-n', 'client.admin', '--uid=nimbo', '--display-name=nimbo'],
        ...[`--access-key=${key.accessKeyId}`, `--secret-key=${key.secretAccessKey}`],
      ],
      options,
    )
  } catch (error) {
    await end()
    throw error
  }
  return { endpoint, ...key, [Symbol.asyncDispose]: end }
}
