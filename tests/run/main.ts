import { spawn } from 'node:child_process'
import { endingWithParent } from '@nimbo/kernel/ending-with-parent'
import { messageOf } from '@nimbo/kernel/errors'
import { missingServers } from '@nimbo/testkit/missing-servers'
import { sweepAbandoned } from '@nimbo/testkit/sweep-abandoned'
import { type Pass, passesFor } from './passes.ts'
import { startServers } from './servers.ts'

/** Test files at once: one a core of a small machine. */
const atOnce = 2
/** Of one test, on a machine that does much else. */
const testWithinMs = 600_000
const endsWithinMs = 20_000
/** Directories of libvirt and of guests' disks: a run that is killed leaves them, and its guests. */
const ofGuests = ['nimbo-libvirt-', 'nimbo-guest-']

const stopped = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stopped.abort())

/** Runs the files; gives the exit code. When the run is stopped, the runner is told, and what it started ends with it. */
const runPass = ({ files, environment }: Pass): Promise<number> =>
  new Promise((resolve) => {
    const limits = [`--test-concurrency=${atOnce}`, `--test-timeout=${testWithinMs}`]
    const child = spawn(...endingWithParent('TERM', process.execPath, ['--test', ...limits, ...files]), {
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, ...environment },
    })
    const stop = (): void => {
      child.kill('SIGTERM')
      setTimeout(() => child.kill('SIGKILL'), endsWithinMs).unref()
    }
    stopped.signal.addEventListener('abort', stop, { once: true })
    child.once('exit', (code) => {
      stopped.signal.removeEventListener('abort', stop)
      resolve(code ?? 1)
    })
    child.once('error', (error) => {
      process.stderr.write(`nimbo test: ${messageOf(error)}\n`)
      resolve(127)
    })
  })

/** Runs the named test files, or all, with the servers they share. */
const main = async (named: readonly string[]): Promise<number> => {
  if (missingServers) process.stdout.write(`Only the embedded shape is tested; ${missingServers}\n`)
  for (const prefix of ofGuests) await sweepAbandoned(prefix)
  await using servers = await startServers()
  const passes = passesFor(named, servers !== undefined)
  const codes: number[] = []
  for (const pass of passes) {
    if (stopped.signal.aborted) return 1
    if (passes.length > 1) process.stdout.write(`\nTests: ${pass.title}\n`)
    codes.push(await runPass({ ...pass, environment: { ...servers?.environment, ...pass.environment } }))
  }
  return codes.find((code) => code !== 0) ?? 0
}

process.exitCode = await main(process.argv.slice(2))
