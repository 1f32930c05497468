import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { changedOnHost } from '@nimbo/cloud/changed-on-host'
import { signIn } from '@nimbo/testkit/client'
import { makeFlavor } from '@nimbo/testkit/make-flavor'
import { makeImage } from '@nimbo/testkit/make-image'
import { type NimboProcess, nimbo, nimboUp } from '@nimbo/testkit/nimbo-process'
import { bootServer, serverInStatus, showServer } from '@nimbo/testkit/servers'
import { type TemporaryDirectory, temporaryDirectory } from '@nimbo/testing/temporary-directory'

const modeOf = async (path: string): Promise<string> => ((await stat(path)).mode & 0o777).toString(8)

const enter = ({ url, ready: { credentials } }: NimboProcess) =>
  signIn(url, {
    username: credentials.username,
    password: credentials.password,
    project: credentials.projectName,
  })

const isOneLine = (text: string): boolean => text.trimEnd().split('\n').length === 1

/** About the command that starts the embedded shape; `nimbo serve`, which starts the other, is tested in `tests/distributed`. */
describe('nimbo up', () => {
  let directory: TemporaryDirectory
  let stateDir = ''
  let up: NimboProcess | undefined
  let serverId = ''
  before(async () => {
    directory = await temporaryDirectory()
    stateDir = join(directory.path, 'state')
  })
  after(async () => {
    await up?.[Symbol.asyncDispose]()
    await directory[Symbol.asyncDispose]()
  })

  it('prints the endpoints and credentials when it is ready', async () => {
    up = await nimboUp(stateDir)
    const { endpoints, credentials } = up.ready
    assert.deepEqual(Object.keys(endpoints).sort(), [
      'alarming',
      'compute',
      'dashboard',
      'identity',
      'image',
      'key-manager',
      'metering',
      'metric',
      'network',
      'object-store',
      'orchestration',
      'placement',
      'volume',
    ])
    for (const endpoint of Object.values(endpoints)) assert.ok(endpoint.startsWith(up.url), endpoint)
    assert.equal(credentials.username, 'admin')
    assert.ok(credentials.password.length >= 16)
    const admin = await enter(up)
    const [flavorRef, imageRef] = await Promise.all([makeFlavor(admin), makeImage(admin)])
    serverId = await bootServer(admin, { flavorRef, imageRef })
    await serverInStatus(admin, serverId, 'ACTIVE')
  })

  it('makes an external network, but no device on this machine with the fake hypervisor', async () => {
    assert.ok(up)
    const admin = await enter(up)
    const { networks } = (await admin.network.get('/v2.0/networks?router:external=true')).body
    assert.deepEqual(
      networks.map((network: Record<string, unknown>) => [network.name, network.is_default]),
      [['public', true]],
    )
    assert.deepEqual(await changedOnHost(stateDir), [])
  })

  it('writes clouds.yaml, openrc and secrets.json readable by their owner only', async () => {
    for (const name of ['clouds.yaml', 'openrc', 'secrets.json'])
      assert.equal(await modeOf(join(stateDir, name)), '600', name)
    const { stdout } = await promisify(execFile)(
      '/bin/sh',
      ['-c', `. "$0" && env`, join(stateDir, 'openrc')],
      {
        env: {},
        timeout: 60_000,
      },
    )
    assert.match(stdout, new RegExp(`^OS_AUTH_URL=${up?.ready.credentials.authUrl}$`, 'm'))
    assert.match(await readFile(join(stateDir, 'clouds.yaml'), 'utf8'), /^ {2}nimbo:$/m)
  })

  it('does not write the password of the admin to its log', async () => {
    const password = up?.ready.credentials.password ?? ''
    assert.doesNotMatch(await readFile(join(stateDir, 'nimbo.log'), 'utf8'), new RegExp(password))
  })

  it('is reported as running by nimbo status', async () => {
    const { code, stdout } = await nimbo('status', '--state-dir', stateDir, '--json')
    assert.equal(code, 0)
    const { running, answers, pid, url } = JSON.parse(stdout)
    assert.deepEqual(
      { running, answers, pid, url },
      { running: true, answers: true, pid: up?.ready.pid, url: up?.url },
    )
  })

  it('refuses to start a second time on the same directory', async () => {
    const { code, stdout, stderr } = await nimbo(
      'up',
      '--hypervisor',
      'fake',
      '--port',
      '0',
      '--state-dir',
      stateDir,
    )
    assert.deepEqual([code, stdout], [1, ''])
    assert.match(stderr, /already runs on/)
    assert.ok(isOneLine(stderr), stderr)
  })

  it('is stopped by nimbo down, and ends with code 0', async () => {
    const ended = up?.ended
    const { code, stdout } = await nimbo('down', '--state-dir', stateDir)
    assert.deepEqual([code, stdout], [0, 'Nimbo has stopped.\n'])
    assert.equal(await ended, 0)
    assert.equal((await nimbo('status', '--state-dir', stateDir)).code, 3)
    assert.deepEqual((await nimbo('down', '--state-dir', stateDir)).stdout, 'Nimbo is not running.\n')
  })

  it('still has its password and its servers when it is started again', async () => {
    const password = up?.ready.credentials.password
    up = await nimboUp(stateDir)
    assert.equal(up.ready.credentials.password, password)
    assert.equal((await showServer(await enter(up), serverId)).status, 'ACTIVE')
  })

  it('ends at SIGTERM with code 0, and removes its pid file', async () => {
    assert.equal(await up?.end('SIGTERM'), 0)
    assert.ok(!(await readdir(stateDir)).includes('nimbo.pid'))
  })
})

describe('nimbo up that cannot start', () => {
  let directory: TemporaryDirectory
  before(async () => {
    directory = await temporaryDirectory()
  })
  after(() => directory[Symbol.asyncDispose]())

  const refused = async (stateDir: string, reason: RegExp, ...words: string[]): Promise<void> => {
    const { code, stdout, stderr } = await nimbo(
      'up',
      '--hypervisor',
      'fake',
      '--state-dir',
      stateDir,
      ...words,
    )
    assert.equal(code, 1, stderr)
    assert.equal(stdout, '')
    assert.match(stderr, reason)
    assert.ok(isOneLine(stderr), stderr)
  }

  it('says that the port is in use, and creates no state directory', async () => {
    const other = createServer()
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    const address = other.address()
    const port = typeof address === 'object' && address ? `${address.port}` : ''
    const stateDir = join(directory.path, 'port-taken')
    try {
      await refused(stateDir, new RegExp(`127\\.0\\.0\\.1:${port} is in use`), '--port', port)
    } finally {
      await new Promise((resolve) => other.close(resolve))
    }
    await assert.rejects(stat(stateDir), { code: 'ENOENT' })
  })

  it('says that the state directory is not writable', async () => {
    const file = join(directory.path, 'a-file')
    await writeFile(file, '')
    await refused(join(file, 'state'), /the state directory .* is not writable/, '--port', '0')
    assert.equal(await readFile(file, 'utf8'), '')
  })

  it('refuses a state directory of a newer Nimbo, and leaves it unchanged', async () => {
    const stateDir = join(directory.path, 'newer')
    await mkdir(stateDir)
    await writeFile(join(stateDir, 'version'), '9999\n')
    await refused(stateDir, /was written by a newer Nimbo/, '--port', '0')
    assert.deepEqual(await readdir(stateDir), ['version'])
    assert.equal(await readFile(join(stateDir, 'version'), 'utf8'), '9999\n')
  })

  it('names an unknown option, and an option whose value is invalid', async () => {
    await refused(join(directory.path, 'x'), /--frobnicate/, '--frobnicate')
    await refused(join(directory.path, 'x'), /--port takes a whole number from 0 to 65535/, '--port', '65536')
  })
})
