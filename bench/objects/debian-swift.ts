import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from '../../apps/cloud/src/run.ts'
import { eventually } from '../../packages/testing/src/eventually.ts'
import { freePort } from '../../packages/testing/src/free-port.ts'

/** An account of an object store that is measured. */
export interface BenchedAccount extends AsyncDisposable {
  readonly url: string
  readonly token: string
  /** The ids of the processes that serve it. */
  readonly pids: readonly number[]
}

const kinds = ['object', 'container', 'account'] as const

const common = (directory: string, port: number) => `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
workers = 0
user = root
swift_dir = ${directory}
devices = ${directory}/devices
mount_check = false
log_level = ERROR
`

const proxyConf = (directory: string, port: number, cache: number) => `${common(directory, port)}
[pipeline:main]
pipeline = catch_errors cache tempauth proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:${cache}
[filter:tempauth]
use = egg:swift#tempauth
user_test_tester = testing .admin
`

const done = async (program: string, ...words: readonly string[]): Promise<void> => {
  const { code, stdout, stderr } = await run(program, words, { timeoutMs: 60_000 })
  if (code !== 0) throw new Error(`${program} ${words.join(' ')}: ${stdout}${stderr}`)
}

/** Makes the smallest possible ring: one replica on one device. */
const makeRing = async (directory: string, kind: string, port: number): Promise<void> => {
  const builder = join(directory, `${kind}.builder`)
  await done('swift-ring-builder', builder, 'create', '8', '1', '1')
  await done('swift-ring-builder', builder, 'add', `r1z1-127.0.0.1:${port}/one`, '100')
  await done('swift-ring-builder', builder, 'rebalance')
}

/** Starts Debian's Swift with a proxy, one server each for objects, containers and accounts, and one replica. Needs its packages and memcached. */
export const startDebianSwift = async (): Promise<BenchedAccount> => {
  const directory = await mkdtemp(join(tmpdir(), 'nimbo-debian-swift-'))
  await mkdir(join(directory, 'devices', 'one'), { recursive: true })
  await writeFile(join(directory, 'swift.conf'), '[swift-hash]\nswift_hash_path_suffix = bench\n')
  const children: ChildProcess[] = []
  const start = (program: string, ...words: readonly string[]): void => {
    const env = { ...process.env, SWIFT_CONF_DIR: directory, PYTHONPATH: directory }
    children.push(spawn(program, words, { stdio: ['ignore', 'ignore', 'inherit'], env }))
  }
  const end = async (): Promise<void> => {
    for (const child of children) {
      if (child.exitCode !== null) continue
      child.kill('SIGKILL')
      await once(child, 'exit')
    }
    await rm(directory, { recursive: true, force: true })
  }
  try {
    // Swift reads swift.conf from /etc unless this module changes the path before anything else.
    await writeFile(
      join(directory, 'sitecustomize.py'),
      `import swift.common.utils as u\nu.SWIFT_CONF_FILE = '${directory}/swift.conf'\n`,
    )
    const cache = await freePort()
    start('memcached', '-u', 'nobody', '-l', '127.0.0.1', '-p', String(cache))
    for (const kind of kinds) {
      const port = await freePort()
      await makeRing(directory, kind, port)
      const conf = `${common(directory, port)}[pipeline:main]\npipeline = ${kind}-server\n[app:${kind}-server]\nuse = egg:swift#${kind}\n`
      await writeFile(join(directory, `${kind}.conf`), conf)
      start(`swift-${kind}-server`, join(directory, `${kind}.conf`))
    }
    const port = await freePort()
    await writeFile(join(directory, 'proxy.conf'), proxyConf(directory, port, cache))
    start('swift-proxy-server', join(directory, 'proxy.conf'))
    const account = await signIn(`http://127.0.0.1:${port}`)
    const pids = children.flatMap(({ pid }) => (pid === undefined ? [] : [pid]))
    return { ...account, pids, [Symbol.asyncDispose]: end }
  } catch (error) {
    await end()
    throw error
  }
}

const signIn = (origin: string): Promise<Pick<BenchedAccount, 'url' | 'token'>> =>
  eventually(
    async () => {
      const { status, headers } = await fetch(`${origin}/auth/v1.0`, {
        headers: { 'x-storage-user': 'test:tester', 'x-storage-pass': 'testing' },
      })
      const [url, token] = [headers.get('x-storage-url'), headers.get('x-storage-token')]
      if (url === null || token === null) throw new Error(`Debian's Swift answered ${status}`)
      const made = await fetch(`${url}/ready`, { method: 'PUT', headers: { 'x-auth-token': token } })
      if (!made.ok) throw new Error(`Debian's Swift answered ${made.status} to a container`)
      return { url, token }
    },
    { withinMs: 60_000, everyMs: 500 },
  )
