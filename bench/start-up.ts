/**
 * The start of `nimbo up --hypervisor fake`: `node bench/start-up.ts [RUNS]`. Measures the time from the start of the process to the first
 * answer and until everything is ready, the memory at both moments, and the processor time until it is ready. Every run starts on an
 * empty state directory. Prints a line for each run, then the medians.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '@nimbo/testing/free-port'
import { median } from './median.ts'

const launcher = join(import.meta.dirname, '../nimbo')
const giveUpAfterMs = 120_000
const lookEveryMs = 5

const answers = async (url: string): Promise<boolean> => {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(1_000) })).status === 200
  } catch {
    return false
  }
}

const residentMib = async ({ pid }: ChildProcess): Promise<number> => {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024
}

/** The processor time of all its threads, from ticks of 10 ms. */
const processorMs = async ({ pid }: ChildProcess): Promise<number> => {
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(' ')
  return (Number(fields[13]) + Number(fields[14])) * 10
}

const measures = ['firstAnswerMs', 'firstAnswerMib', 'readyMs', 'readyMib', 'processorMs'] as const
type Measured = Readonly<Record<(typeof measures)[number], number>>

const measure = async (): Promise<Measured> => {
  const stateDir = await mkdtemp(join(tmpdir(), 'nimbo-bench-'))
  const port = await freePort()
  const began = performance.now()
  const cloud = spawn(
    launcher,
    ['up', '--hypervisor', 'fake', '--port', String(port), '--state-dir', stateDir, '--json'],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  )
  const ready = once(cloud.stdout, 'data', { signal: AbortSignal.timeout(giveUpAfterMs) })
  const ended = new Promise((resolve) => cloud.once('exit', resolve))
  try {
    while (!(await answers(`http://127.0.0.1:${port}/identity/v3`))) {
      if (performance.now() - began > giveUpAfterMs) throw new Error(`no answer within ${giveUpAfterMs} ms`)
      await pause(lookEveryMs)
    }
    const firstAnswerMs = performance.now() - began
    const firstAnswerMib = await residentMib(cloud)
    await ready
    return {
      ...{ firstAnswerMs, firstAnswerMib, readyMs: performance.now() - began },
      ...{ readyMib: await residentMib(cloud), processorMs: await processorMs(cloud) },
    }
  } finally {
    cloud.kill('SIGTERM')
    await ended
    await rm(stateDir, { recursive: true, force: true })
  }
}

const spell = (label: string, measured: Measured): string => {
  const said = (name: (typeof measures)[number]): string => measured[name].toFixed(0).padStart(5)
  const firstAnswer = `first answer ${said('firstAnswerMs')} ms ${said('firstAnswerMib')} MiB`
  const ready = `ready ${said('readyMs')} ms ${said('readyMib')} MiB`
  return `${label.padEnd(8)} ${firstAnswer}   ${ready}   processor ${said('processorMs')} ms\n`
}

const runs = Number(process.argv[2] ?? 5)
const results: Measured[] = []
for (let run = 1; run <= runs; run += 1) {
  const measured = await measure()
  results.push(measured)
  process.stdout.write(spell(`run ${run}`, measured))
}
const medianOf = (name: (typeof measures)[number]): number => median(results.map((one) => one[name]))
process.stdout.write(
  spell('median', {
    ...{ firstAnswerMs: medianOf('firstAnswerMs'), firstAnswerMib: medianOf('firstAnswerMib') },
    ...{ readyMs: medianOf('readyMs'), readyMib: medianOf('readyMib'), processorMs: medianOf('processorMs') },
  }),
)
