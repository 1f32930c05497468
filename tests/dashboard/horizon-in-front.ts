import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { run } from '@nimbo/cloud/run'
import { endingWithParent } from '@nimbo/kernel/ending-with-parent'
import { eventually } from '@nimbo/testing/eventually'
import { freePort } from '@nimbo/testing/free-port'
import { temporaryDirectory } from '@nimbo/testing/temporary-directory'

const launcher = fileURLToPath(new URL('../../nimbo', import.meta.url))

/** For the schema migration and the start, also on a busy machine. */
const withinMs = 300_000

export interface HorizonInFront extends AsyncDisposable {
  readonly url: string
  readonly pid: number
}

const configuration = (directory: string, port: number, keystoneUrl: string): string => `[DEFAULT]
transport_url = fake:
secret_key = ${'0123456789abcdef'.repeat(4)}
keystone_url = ${keystoneUrl}
region = RegionOne
workers = 1
bind_host = 127.0.0.1
bind_port = ${port}
[database]
connection = sqlite:${join(directory, 'horizon.db')}
`

/** Starts a `horizon` process for a cloud of which it knows only the Keystone URL. */
export const horizonInFrontOf = async (keystoneUrl: string): Promise<HorizonInFront> => {
  const home = await temporaryDirectory()
  const port = await freePort()
  const file = join(home.path, 'horizon.conf')
  await writeFile(file, configuration(home.path, port, keystoneUrl))
  const synced = await run(launcher, ['manage', 'db', 'sync', 'horizon', '--config-file', file], {
    timeoutMs: withinMs,
  })
  if (synced.code !== 0) throw new Error(synced.stderr)
  const words = ['serve', 'horizon', '--config-file', file]
  const horizon = spawn(...endingWithParent('TERM', launcher, words), { stdio: 'ignore' })
  const ended = once(horizon, 'exit')
  const url = `http://127.0.0.1:${port}`
  await eventually(() => fetch(`${url}/dashboard/api/session`), { withinMs, everyMs: 200 })
  return {
    url,
    pid: horizon.pid ?? 0,
    [Symbol.asyncDispose]: async () => {
      horizon.kill('SIGTERM')
      await ended
      await home[Symbol.asyncDispose]()
    },
  }
}
