import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { newTracePosition } from '@nimbo/kernel/context'
import { formatTraceparent } from '@nimbo/trace/traceparent'
import { type CrashPlan, crashFiles, crashPointsVariable, type Reached } from './crash-plan.ts'
import { eventually } from '@nimbo/testing/eventually'

const watcher = fileURLToPath(new URL('crash-points-watch.ts', import.meta.url))

/** A plan that processes currently follow. */
export interface ArmedPoint {
  /** The headers of the one request in whose trace the place is watched for. */
  readonly headers: { readonly traceparent: string }
  /** Resolves when a process has reached the place; fails after the timeout. */
  reached(withinMs: number): Promise<Reached>
  /** Releases work that is held. */
  release(): Promise<void>
  disarm(): Promise<void>
}

/** Places in the flow of a server at which product processes are killed, held or made to fail. */
export interface CrashPoints {
  /** Environment variables for processes that follow the plans. */
  readonly environment: Readonly<Record<string, string>>
  arm(plan: Omit<CrashPlan, 'id' | 'traceId'>): Promise<ArmedPoint>
}

/** The crash points of all processes that share `directory`; one plan is armed at a time, and takes effect once. */
export const crashPoints = async (directory: string): Promise<CrashPoints> => {
  await mkdir(directory, { recursive: true })
  const files = crashFiles(directory)
  return {
    environment: { NODE_OPTIONS: `--import=${watcher}`, [crashPointsVariable]: directory },
    arm: async (plan) => {
      const id = randomUUID()
      const trace = newTracePosition()
      const part = `${files.plan}.part`
      await writeFile(part, JSON.stringify({ ...plan, id, traceId: trace.traceId } satisfies CrashPlan))
      await rename(part, files.plan)
      return {
        headers: { traceparent: formatTraceparent(trace) },
        reached: (withinMs) =>
          eventually(async () => JSON.parse(await readFile(files.reached(id), 'utf8')) as Reached, {
            withinMs,
            everyMs: 10,
          }),
        release: () => writeFile(files.go(id), ''),
        disarm: () => rm(files.plan, { force: true }),
      }
    },
  }
}
