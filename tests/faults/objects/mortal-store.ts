import assert from 'node:assert/strict'
import { readFile, rm, writeFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runningOn } from '@nimbo/cloud/pid-file'
import { type Client, signIn } from '@nimbo/testkit/client'
import { eventually } from '@nimbo/testing/eventually'
import { freePort } from '@nimbo/testing/free-port'
import { superviseProcess } from '@nimbo/testkit/supervised-process'
import { temporaryDirectory } from '@nimbo/testing/temporary-directory'
import { deathFiles, deathVariable } from './death-files.ts'
import type { PlaceOfBytes } from './places-of-bytes.ts'

const watcher = fileURLToPath(new URL('die-at-operation.ts', import.meta.url))

/** The time after which the bytes of an interrupted upload count as abandoned in these tests; longer than the pauses of a busy machine. */
const abandonedAfterSeconds = 6

/** A cloud of one process that is killed at an operation on the bytes of objects, and restarts. */
export interface MortalStore extends AsyncDisposable {
  readonly url: string
  readonly admin: Client
  /** Makes it die at a moment, counted from now on. */
  dieAt(moment: number): Promise<void>
  /** The operation at which it died; undefined if it did not, and then it no longer will. */
  died(): Promise<string | undefined>
  /** Resolves when the cloud answers, whether it died or not. */
  recovered(): Promise<void>
  /** The names under which bytes are stored. */
  bytes(): Promise<readonly string[]>
}

export const startMortalStore = async (place: PlaceOfBytes): Promise<MortalStore> => {
  const directory = await temporaryDirectory()
  const stateDir = join(directory.path, 'state')
  await mkdir(join(stateDir, 'etc', 'swift'), { recursive: true, mode: 0o700 })
  const options = ['[objects]', `abandoned_after = ${abandonedAfterSeconds}`, ...place.options, '']
  await writeFile(join(stateDir, 'etc', 'swift', 'swift.conf'), options.join('\n'))
  const port = await freePort()
  const files = deathFiles(directory.path)
  const up = superviseProcess({
    name: 'nimbo up',
    words: ['up', '--hypervisor', 'fake', '--state-dir', stateDir, '--port', String(port), '--json'],
    environment: { NODE_OPTIONS: `--import=${watcher}`, [deathVariable]: directory.path },
    logFile: join(directory.path, 'up.log'),
  })
  const url = `http://127.0.0.1:${port}`
  const recovered = (): Promise<void> =>
    eventually(async () => {
      assert.equal((await fetch(`${url}/object-store/healthcheck`)).status, 200)
      assert.equal((await runningOn(stateDir))?.pid, up.pid())
    })
  const end = async (): Promise<void> => {
    await up.stop()
    await directory[Symbol.asyncDispose]()
  }
  try {
    await recovered()
    const { 'admin-password': password } = JSON.parse(await readFile(join(stateDir, 'secrets.json'), 'utf8'))
    const admin = await signIn(url, { username: 'admin', password, project: 'admin' })
    return {
      url,
      admin,
      ...deaths(files),
      recovered,
      bytes: () => place.names(stateDir),
      [Symbol.asyncDispose]: end,
    }
  } catch (error) {
    const said = await readFile(join(directory.path, 'up.log'), 'utf8')
    await end()
    throw new Error(`the cloud did not start: ${said}`, { cause: error })
  }
}

const deaths = (files: ReturnType<typeof deathFiles>): Pick<MortalStore, 'dieAt' | 'died'> => {
  let wishes = 0
  return {
    dieAt: async (moment) => {
      wishes += 1
      await writeFile(files.wanted, `${wishes} ${moment}`)
    },
    died: async () => {
      await rm(files.wanted, { force: true })
      const said = await readFile(files.died, 'utf8').catch(() => undefined)
      await rm(files.died, { force: true })
      return said
    },
  }
}
