import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/** A cloud in a process of its own, on a state directory that goes with it. */
export interface BenchCloud extends AsyncDisposable {
  readonly pid: number
  readonly endpoints: Readonly<Record<string, string>>
  readonly credentials: { readonly username: string; readonly password: string; readonly projectName: string }
}

const launcher = join(import.meta.dirname, '../nimbo')

/** Starts `nimbo up --hypervisor fake` on a free port and waits until it is ready. */
export const startBenchCloud = async ({ hosts }: { readonly hosts: number }): Promise<BenchCloud> => {
  const stateDir = await mkdtemp(join(tmpdir(), 'nimbo-bench-'))
  const words = ['up', '--json', '--hypervisor', 'fake', '--fake-hosts', String(hosts), '--port', '0']
  const cloud = spawn(launcher, [...words, '--state-dir', stateDir], { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(cloud, 'exit')
  const end = async (): Promise<void> => {
    cloud.kill('SIGTERM')
    await ended
    await rm(stateDir, { recursive: true, force: true })
  }
  for await (const line of createInterface(cloud.stdout)) {
    if (!line.includes('"credentials"')) continue
    return { ...(JSON.parse(line) as BenchCloud), [Symbol.asyncDispose]: end }
  }
  await end()
  throw new Error('the cloud did not start')
}

/** The kernel counts processor time in hundredths of a second. */
const msPerTick = 10

const ticksIn = async (stat: string): Promise<number> => {
  const text = await readFile(stat, 'utf8')
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return Number(fields[11]) + Number(fields[12])
}

/** Processor time a cloud has used since it began, in milliseconds: of all its threads, and of the one that runs JavaScript. */
export const cpuMsOf = async ({
  pid,
}: BenchCloud): Promise<{ readonly process: number; readonly main: number }> => ({
  process: msPerTick * (await ticksIn(`/proc/${pid}/stat`)),
  main: msPerTick * (await ticksIn(`/proc/${pid}/task/${pid}/stat`)),
})
