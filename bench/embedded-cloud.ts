import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import type { BenchCloud } from './bench-cloud.ts'

/** The name of the process of an embedded cloud. */
export const embeddedName = 'nimbo up'

const launcher = join(import.meta.dirname, '../nimbo')

interface Ready {
  readonly endpoints: { readonly identity: string }
  readonly credentials: BenchCloud['credentials']
}

interface Wanted {
  readonly hosts: number
  /** Environment variables in addition to those of this process. */
  readonly environment?: Readonly<Record<string, string>>
  /** Configuration files, by their path in `etc`. */
  readonly etc?: Readonly<Record<string, string>>
}

/** Starts `nimbo up --hypervisor fake` on a free port and a temporary state directory, and waits until it is ready. */
export const startEmbeddedCloud = async ({ hosts, environment, etc = {} }: Wanted): Promise<BenchCloud> => {
  const stateDir = await mkdtemp(join(tmpdir(), 'nimbo-bench-'))
  for (const [path, text] of Object.entries(etc)) {
    await mkdir(dirname(join(stateDir, 'etc', path)), { recursive: true })
    await writeFile(join(stateDir, 'etc', path), text)
  }
  const words = ['up', '--json', '--hypervisor', 'fake', '--fake-hosts', String(hosts), '--port', '0']
  const cloud = spawn(launcher, [...words, '--state-dir', stateDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...environment },
  })
  const ended = once(cloud, 'exit')
  const end = async (): Promise<void> => {
    cloud.kill('SIGTERM')
    await ended
    await rm(stateDir, { recursive: true, force: true })
  }
  for await (const line of createInterface(cloud.stdout)) {
    if (!line.includes('"credentials"')) continue
    const { endpoints, credentials } = JSON.parse(line) as Ready
    const { pid = 0 } = cloud
    const nameOf = (id: number) => (id === pid ? embeddedName : undefined)
    return { identityUrl: endpoints.identity, credentials, pid, nameOf, [Symbol.asyncDispose]: end }
  }
  await end()
  throw new Error('the cloud did not start')
}
