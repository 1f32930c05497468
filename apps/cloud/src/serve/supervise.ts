import cluster, { type Worker } from 'node:cluster'
import { setTimeout as pause } from 'node:timers/promises'
import { systemClock } from '@nimbo/kernel/clock'
import type { Log } from '@nimbo/kernel/log'
import { measureRestarts } from '@nimbo/metrics/measure-restarts'
import { processMetrics } from '@nimbo/metrics/process-metrics'
import type { ProcessGroup } from './process-plan.ts'
import { answerForAll } from './worker-pages.ts'

export interface Supervision {
  /** Resolves when every process is ready; rejects when one exits before it first was. */
  readonly ready: Promise<void>
  /** Rejects when a process exits before it first was ready. */
  readonly failed: Promise<never>
  /** Sends SIGTERM to every process, and SIGKILL after `graceMs`; resolves to true when all exited with 0. */
  stop(graceMs: number): Promise<boolean>
  /** Has every process report its state. */
  report(): void
  /** Kills every process at once. */
  kill(): void
}

const firstRestartMs = 100
const slowestRestartMs = 10_000
/** A process that ran this long did not fail because of its start, so the restart delay is reset. */
const livedWellMs = 10_000

/** The environment variable with the roles of a worker. */
export const rolesVariable = 'NIMBO_SERVE_ROLES'
/** The environment variable with the name of a worker, the same after each restart: `nova-api-2`. */
export const workerVariable = 'NIMBO_SERVE_WORKER'

const namesOf = ({ roles }: ProcessGroup): string => roles.map(({ name }) => name).join(',')

/**
 * Runs processes that share ports. Restarts one that dies, after a delay that doubles with each failure from 0.1 to 10 seconds.
 */
export const supervise = (groups: readonly ProcessGroup[], log: Log): Supervision => {
  const alive = new Map<Worker, Promise<boolean>>()
  const metrics = processMetrics({ runtime: false })
  const died = measureRestarts(metrics.registry, groups.map(namesOf))
  let stopping = false
  let waiting = groups.reduce((sum, { processes }) => sum + processes, 0)
  const ready = Promise.withResolvers<void>()
  const failed = Promise.withResolvers<never>()
  failed.promise.catch(() => {})
  ready.promise.catch(() => {})

  /** Forks a process and waits until it exits; resolves to whether it was ever ready. */
  const runOnce = async (names: string, called: string, firstTime: boolean): Promise<boolean> => {
    const worker = cluster.fork({ [rolesVariable]: names, [workerVariable]: called })
    const ended = Promise.withResolvers<boolean>()
    alive.set(worker, ended.promise)
    answerForAll(worker, () => alive.keys(), metrics.page)
    let wasReady = false
    worker.on('message', (message) => {
      if (message !== 'ready' || wasReady) return
      wasReady = true
      if (!firstTime) return
      waiting -= 1
      if (waiting === 0) ready.resolve()
    })
    // When the machine has no room for another process; without a listener the error would end the supervisor and all others.
    worker.on('error', (error) => {
      const { pid } = worker.process
      log.error({ roles: names, pid, error }, 'a process of a role could not be started or reached')
      if (pid !== undefined) return
      alive.delete(worker)
      ended.resolve(false)
    })
    worker.once('exit', (code, signal) => {
      alive.delete(worker)
      if (!stopping) {
        died(names)
        log.error({ roles: names, pid: worker.process.pid, code, signal }, 'a process of a role has ended')
      }
      ended.resolve(code === 0)
    })
    await ended.promise
    return wasReady
  }
  const keep = async (names: string, called: string): Promise<void> => {
    let delayMs = firstRestartMs
    for (let firstTime = true; !stopping; firstTime = false) {
      const began = performance.now()
      const wasReady = await runOnce(names, called, firstTime)
      if (firstTime && !wasReady) {
        const error = new Error(`a process of ${names} ended before it was ready`)
        ready.reject(error)
        failed.reject(error)
        return
      }
      if (performance.now() - began > livedWellMs) delayMs = firstRestartMs
      if (!stopping) await pause(delayMs)
      delayMs = Math.min(delayMs * 2, slowestRestartMs)
    }
  }
  for (const group of groups) {
    const names = namesOf(group)
    for (let count = 1; count <= group.processes; count += 1)
      void keep(names, `${names.replaceAll(',', '+')}-${count}`)
  }

  return {
    ready: ready.promise,
    failed: failed.promise,
    stop: async (graceMs) => {
      stopping = true
      const ends = [...alive].map(([worker, ended]) => {
        worker.process.kill('SIGTERM')
        const cancel = systemClock.after(graceMs, () => worker.process.kill('SIGKILL'))
        return ended.finally(cancel)
      })
      return (await Promise.all(ends)).every((well) => well)
    },
    report: () => {
      for (const worker of alive.keys()) worker.process.kill('SIGUSR2')
    },
    kill: () => {
      stopping = true
      for (const worker of alive.keys()) worker.process.kill('SIGKILL')
    },
  }
}
