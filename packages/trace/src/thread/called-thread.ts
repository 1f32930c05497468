import { Worker } from 'node:worker_threads'
import type { Clock } from '@nimbo/kernel/clock'
import { pause, withDeadline } from '@nimbo/kernel/deadline'
import { Fault } from '@nimbo/kernel/errors'
import type { Log } from '@nimbo/kernel/log'
import { outsideLogScope } from '@nimbo/kernel/log-scope'
import type { Answer, Call, Methods } from './messages.ts'

export interface CalledThreadOptions {
  /** For the log and the list of threads, such as `spans`. */
  readonly name: string
  /** The worker's module, which uses `answerCalls`. */
  readonly module: URL
  /** The module's `workerData`. */
  readonly data: unknown
  /** The heap limit; exceeding it ends the thread, not the process. */
  readonly heapMib: number
  readonly clock: Clock
  readonly log: Log
}

interface Closable {
  close(): Promise<void>
}

/** An object in a worker thread. */
export interface CalledThread<Served extends Methods<Served> & Closable> {
  /**
   * Calls a method. Rejects like the method, when the thread ends, and with `DeadlineExceeded`; in the latter cases it is unknown
   * whether it was executed.
   */
  call<Name extends keyof Served & string>(
    method: Name,
    ...args: Parameters<Served[Name]>
  ): Promise<Awaited<ReturnType<Served[Name]>>>
  /** Closes the object if its thread is running, and ends the thread. Later calls reject. */
  close(): Promise<void>
}

const answerWithinMs = 10_000
/** Small, because a call's data are garbage once it is answered. */
const nurseryMib = 4
/** Limits restarts of a thread that dies at its start. */
const startEveryMs = 1_000

/** Starts the thread at the first call, and again at the first call after it died. */
export const calledThread = <Served extends Methods<Served> & Closable>({
  name,
  module,
  data,
  heapMib,
  clock,
  log,
}: CalledThreadOptions): CalledThread<Served> => {
  let running: Promise<RunningThread> | undefined
  let closed = false
  let startedAt = Number.NEGATIVE_INFINITY

  const died = (error: unknown): void => {
    running = undefined
    log.error({ error }, `the thread for ${name} died`)
  }
  const start = async (): Promise<RunningThread> => {
    const rest = startedAt + startEveryMs - clock.now()
    if (rest > 0) await pause(clock, rest)
    startedAt = clock.now()
    const resourceLimits = { maxOldGenerationSizeMb: heapMib, maxYoungGenerationSizeMb: nurseryMib }
    return runningThread(name, new Worker(module, { name, workerData: data, resourceLimits }), died)
  }
  const ask = (thread: RunningThread, method: string, args: readonly unknown[]): Promise<unknown> =>
    withDeadline(`${method} in the thread for ${name}`, answerWithinMs, thread.call(method, args), clock)
  const call = async (method: string, args: readonly unknown[]): Promise<unknown> => {
    if (closed) throw new Error(`the thread for ${name} is closed`)
    running ??= outsideLogScope(start).catch((error: unknown) => {
      died(error)
      throw error
    })
    return ask(await running, method, args)
  }
  return {
    call: (method, ...args) => call(method, args) as never,
    close: async () => {
      if (closed) return
      closed = true
      const thread = await running?.catch(() => undefined)
      if (!thread) return
      try {
        await ask(thread, 'close', [])
      } finally {
        await thread.end()
      }
    },
  }
}

interface RunningThread {
  call(method: string, args: readonly unknown[]): Promise<unknown>
  end(): Promise<void>
}

/** The calls of one run of the thread. */
const runningThread = (name: string, worker: Worker, died: (error: Error) => void): RunningThread => {
  const called = new Map<number, PromiseWithResolvers<unknown>>()
  let calls = 0
  let ending = false
  let reason: Error | undefined

  const settle = (answer: Answer): void => {
    const call = called.get(answer.id)
    called.delete(answer.id)
    if ('result' in answer) call?.resolve(answer.result)
    else call?.reject('fault' in answer ? new Fault(answer.fault) : answer.error)
  }
  const failAll = (error: Error): void => {
    for (const { reject } of called.values()) reject(error)
    called.clear()
  }
  worker.on('message', settle)
  worker.on('error', (error: Error) => {
    reason = error
  })
  worker.on('exit', (code) => {
    const ended = new Error(`the thread for ${name} ended with code ${code}`, { cause: reason })
    if (!ending) died(ended)
    failAll(ended)
  })
  return {
    call: (method, args) => {
      calls += 1
      worker.postMessage({ id: calls, method, args } satisfies Call)
      const answered = Promise.withResolvers<unknown>()
      called.set(calls, answered)
      return answered.promise
    },
    end: async () => {
      ending = true
      await worker.terminate()
    },
  }
}
