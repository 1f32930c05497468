import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { run } from '@nimbo/cloud/run'
import { endingWithParent } from '@nimbo/kernel/ending-with-parent'
import { eventually } from '@nimbo/testing/eventually'
import { freePort } from '@nimbo/testing/free-port'
import { type PostgresqlServer, startPostgresql } from '@nimbo/testing/postgresql-server'

const entry = fileURLToPath(new URL('../../apps/cloud/src/main.ts', import.meta.url))
const patience = { withinMs: 30_000 }

const signIn = JSON.stringify({
  auth: {
    identity: {
      methods: ['password'],
      password: { user: { name: 'admin', password: 'secret', domain: { id: 'default' } } },
    },
  },
})

describe('nimbo serve keystone', () => {
  let postgresql: PostgresqlServer
  let home = ''
  let port = 0
  let served: ChildProcess | undefined
  const logFile = (): string => join(home, 'log', 'keystone.log')
  let broker = 'fake:'
  const configure = (workers: number, extra = ''): void =>
    writeFileSync(
      join(home, 'keystone.conf'),
      `[DEFAULT]
transport_url = ${broker}
state_path = ${home}/state
log_dir = ${home}/log
bind_host = 127.0.0.1
bind_port = ${port}
workers = ${workers}
[database]
connection = ${postgresql.url}
max_retries = 2
retry_interval = 0.1
pool_timeout = 2
[oslo_messaging_rabbit]
rabbit_max_retries = 2
rabbit_retry_interval = 0.1
[fernet_tokens]
key_repository = ${home}/keys
[keystone_authtoken]
auth_url = http://127.0.0.1:${port}
password = secret
${extra}`,
    )
  const manage = (...words: readonly string[]) =>
    run(process.execPath, [entry, 'manage', ...words, '--config-dir', home], { timeoutMs: 60_000 })
  const lines = (): readonly Record<string, unknown>[] =>
    readFileSync(logFile(), 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Record<string, unknown>)
  const health = async (): Promise<number> =>
    (await fetch(`http://127.0.0.1:${port}/healthcheck`, { headers: { connection: 'close' } })).status
  const serve = async (): Promise<ChildProcess> => {
    const child = spawn(
      ...endingWithParent('TERM', process.execPath, [entry, 'serve', 'keystone', '--config-dir', home]),
      {
        stdio: ['ignore', 'ignore', 'pipe'],
      },
    )
    served = child
    await eventually(async () => assert.equal(await health(), 200), patience)
    return child
  }
  const end = async (child: ChildProcess): Promise<number | null> => {
    const exited = once(child, 'exit')
    child.kill('SIGTERM')
    return ((await exited) as [number | null])[0]
  }

  before(async () => {
    home = await mkdtemp(join(tmpdir(), 'nimbo-serve-'))
    port = await freePort()
    postgresql = await startPostgresql({ address: '127.0.0.1' })
    configure(1)
  })
  after(async () => {
    served?.kill('SIGKILL')
    await postgresql.stop()
    await rm(home, { recursive: true, force: true })
  })

  it('refuses a database without tables, and names the command that creates them', async () => {
    const { code, stderr } = await run(process.execPath, [entry, 'serve', 'keystone', '--config-dir', home], {
      timeoutMs: 60_000,
    })
    assert.equal(code, 1)
    assert.match(stderr, /lacks the migrations .*; run "nimbo manage db sync"/)
  })

  it('needs the commands db sync, fernet setup and bootstrap of nimbo manage', async () => {
    for (const words of [
      ['db', 'sync', 'keystone'],
      ['fernet', 'setup'],
      ['bootstrap', '--bootstrap-password', 'secret'],
    ]) {
      const { code, stderr } = await manage(...words)
      assert.equal(code, 0, stderr)
    }
    assert.equal((await manage('db', 'version', 'keystone')).code, 0)
  })

  it('finishes a request in progress after SIGTERM, and accepts no new one', async () => {
    const child = await serve()
    const asking = request({
      ...{ host: '127.0.0.1', port, method: 'POST', path: '/v3/auth/tokens' },
      headers: { 'content-type': 'application/json', 'content-length': signIn.length },
    })
    asking.write(signIn.slice(0, 10))
    await eventually(async () => assert.equal(asking.socket?.bytesWritten ? 'sent' : '', 'sent'), patience)
    // The process has answered a later request, so the half request before it has arrived.
    assert.equal(await health(), 200)
    const exited = once(child, 'exit')
    child.kill('SIGTERM')
    await eventually(() => assert.rejects(health()), patience)
    const answered = once(asking, 'response')
    asking.end(signIn.slice(10))
    const [reply] = (await answered) as [{ statusCode: number; headers: Record<string, string> }]
    assert.deepEqual([reply.statusCode, reply.headers.connection], [201, 'close'])
    assert.deepEqual(await exited, [0, null])
  })

  it('answers 503 while its database is away, and recovers without a restart', async () => {
    const child = await serve()
    await postgresql.crash()
    assert.equal(await health(), 503)
    const asked = await fetch(`http://127.0.0.1:${port}/v3/auth/tokens`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: signIn,
    })
    assert.deepEqual([asked.status, asked.headers.get('retry-after')], [503, '1'])
    await postgresql.start()
    await eventually(async () => assert.equal(await health(), 200), patience)
    assert.equal(await end(child), 0)
  })

  it('runs the configured number of workers, replaces one that dies, and ends all of them on SIGTERM', async () => {
    configure(2)
    const child = await serve()
    const readyPids = () => new Set(lines().flatMap(({ msg, pid }) => (msg === 'ready' ? [Number(pid)] : [])))
    const before = new Set(readyPids())
    await eventually(async () => {
      const alive = [...readyPids()].filter(isAlive)
      assert.equal(alive.length, 2)
    }, patience)
    const [victim] = [...readyPids()].filter(isAlive)
    assert.ok(victim !== undefined && victim !== child.pid && before.size >= 2)
    process.kill(victim, 'SIGKILL')
    await eventually(async () => {
      assert.equal([...readyPids()].filter((pid) => pid !== victim && isAlive(pid)).length, 2)
      assert.equal(await health(), 200)
    }, patience)
    const workers = [...readyPids()].filter(isAlive)
    assert.equal(await end(child), 0)
    assert.deepEqual(workers.filter(isAlive), [])
  })

  it('exits when the database is still away after max_retries, and logs each try', async () => {
    configure(1)
    await postgresql.crash()
    const earlier = lines().length
    const { code, stderr } = await run(process.execPath, [entry, 'serve', 'keystone', '--config-dir', home], {
      timeoutMs: 60_000,
    })
    await postgresql.start()
    assert.equal(code, 1)
    assert.match(stderr, /^nimbo: The database cannot be used now/)
    const said = lines()
      .slice(earlier)
      .map(({ msg }) => String(msg).replace(/postgresql:\S+/, 'URL'))
    assert.deepEqual(said, [
      'the database URL cannot be reached; trying again in 0.1 s',
      'the database URL cannot be reached; trying again in 0.1 s',
      'the database URL cannot be reached; giving up',
      'a role could not start',
    ])
  })

  it('exits when the broker is still away after rabbit_max_retries, and logs each try without the password', async () => {
    const nobody = `127.0.0.1:${await freePort()}`
    broker = `rabbit://nimbo:hunter2@${nobody}/api`
    configure(1)
    const earlier = lines().length
    const { code, stderr } = await run(process.execPath, [entry, 'serve', 'keystone', '--config-dir', home], {
      timeoutMs: 60_000,
    })
    broker = 'fake:'
    assert.equal(code, 1)
    assert.equal(
      stderr,
      `nimbo: The message broker is not available: ${nobody}: connect ECONNREFUSED ${nobody}.\n`,
    )
    const said = lines().slice(earlier)
    assert.deepEqual(
      said.map(({ msg }) => String(msg).replace(nobody, 'ADDRESS')),
      [
        'the broker ADDRESS cannot be reached; trying again in 0.1 s',
        'the broker ADDRESS cannot be reached; trying again in 0.1 s',
        'the broker ADDRESS cannot be reached; giving up',
        'a role could not start',
      ],
    )
    assert.doesNotMatch(JSON.stringify(said), /hunter2/)
  })

  it('refuses a configuration file with an unknown section, and suggests the right name', async () => {
    configure(1, '[fernet_token]\nmax_active_keys = 3\n')
    const { code, stderr } = await run(process.execPath, [entry, 'serve', 'keystone', '--config-dir', home], {
      timeoutMs: 60_000,
    })
    assert.equal(code, 1)
    assert.match(
      stderr,
      /keystone\.conf:\d+: \[fernet_token\] max_active_keys: there is no section \[fernet_token\]; did you mean \[fernet_tokens\]\?/,
    )
  })
})

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
