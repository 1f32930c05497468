/** A worker thread for tests of calls. */
import { parentPort, threadId, workerData } from 'node:worker_threads'
import { defineErrors, fault } from '@nimbo/kernel/errors'
import { answerCalls } from './answer-calls.ts'

const errors = defineErrors({ Refused: fault('conflict', 'not now') })
const hoard: unknown[] = []

const answering = {
  data: async (): Promise<unknown> => workerData,
  thread: async (): Promise<number> => threadId,
  echo: async (value: unknown): Promise<unknown> => value,
  never: () => new Promise<never>(() => {}),
  refuse: async (): Promise<never> => {
    throw errors.Refused()
  },
  fail: async (): Promise<never> => {
    throw new TypeError('broken')
  },
  die: async (): Promise<never> => process.exit(3),
  outgrow: async (): Promise<never> => {
    for (;;) hoard.push(Array.from({ length: 1000 }, () => ({})))
  },
  close: async (): Promise<void> => {
    if (typeof workerData === 'object') Atomics.store(new Int32Array(workerData.closed), 0, 1)
  },
}

export type Answering = typeof answering

if (parentPort) answerCalls(parentPort, answering)
