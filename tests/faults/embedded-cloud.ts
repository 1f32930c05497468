import assert from 'node:assert/strict'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { runningOn } from '@nimbo/cloud/pid-file'
import { signIn } from '@nimbo/testkit/client'
import { crashPoints } from '@nimbo/testkit/crash-points'
import { eventually } from '@nimbo/testing/eventually'
import { fakeGuests } from '@nimbo/testkit/fake-guests'
import { freePort } from '@nimbo/testing/free-port'
import { superviseProcess } from '@nimbo/testkit/supervised-process'
import { temporaryDirectory } from '@nimbo/testing/temporary-directory'
import { askForToken } from './asking.ts'
import type { FaultCloud } from './fault-cloud.ts'
import { readStart } from './read-start.ts'

const readyWithinMs = 60_000
const hosts = 3

/** Enables every import method, from any port of this machine. */
const everyImport = {
  OS_DEFAULT__ENABLED_IMPORT_METHODS: 'glance-direct,web-download,copy-image,glance-download',
  OS_IMPORT_FILTERING_OPTS__ALLOWED_PORTS: '',
}

/** Contents of configuration files by their paths below the configuration directory. */
export type Configured = Readonly<Record<string, string>>

/** `nimbo up` with three hosts of the fake hypervisor, restarted on its state directory whenever it dies. */
export const startEmbeddedCloud = async (configured: Configured = {}): Promise<FaultCloud> => {
  const directory = await temporaryDirectory()
  const stateDir = join(directory.path, 'state')
  const port = await freePort()
  const points = await crashPoints(join(directory.path, 'crash-points'))
  const logs = join(directory.path, 'logs')
  await mkdir(logs)
  await mkdir(stateDir, { mode: 0o700 })
  const temporary = join(stateDir, 'tmp')
  await mkdir(temporary)
  for (const [name, text] of Object.entries(configured)) {
    const path = join(stateDir, 'etc', name)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, text)
  }
  const up = superviseProcess({
    name: 'nimbo up',
    words: [
      ...['up', '--hypervisor', 'fake', '--fake-hosts', String(hosts), '--state-dir', stateDir],
      ...['--port', String(port), '--json'],
    ],
    environment: { ...points.environment, ...everyImport, TMPDIR: temporary },
    logFile: join(logs, 'up.log'),
  })
  const url = `http://127.0.0.1:${port}`
  const recovered = (): Promise<void> =>
    eventually(
      async () => {
        const { status } = await fetch(`${url}/identity/v3`)
        assert.equal(status, 200)
        assert.equal((await runningOn(stateDir))?.pid, up.pid())
      },
      { withinMs: readyWithinMs, everyMs: 50 },
    )
  try {
    await recovered()
  } catch (error) {
    await up.stop()
    throw new Error(`the cloud did not start: ${await readFile(join(logs, 'up.log'), 'utf8')}`, {
      cause: error,
    })
  }
  const { 'admin-password': password } = JSON.parse(await readFile(join(stateDir, 'secrets.json'), 'utf8'))
  const admin = await signIn(url, { username: 'admin', password, project: 'admin' })
  return {
    shape: 'embedded',
    crashPoints: points,
    admin,
    signInAgain: (headers) => askForToken(admin, password, headers),
    logs,
    recovered,
    domains: () => fakeGuests(join(stateDir, 'fake-hypervisor')),
    files: async () =>
      (await readdir(stateDir, { recursive: true })).filter((path) => !path.endsWith('.log')),
    read: (file, bytes) => readStart(join(stateDir, file), bytes),
    [Symbol.asyncDispose]: async () => {
      await up.stop()
      await directory[Symbol.asyncDispose]()
    },
  }
}
