import { cp, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { messageOf } from '@nimbo/kernel/errors'
import { caseName, type FaultCase } from './fault-case.ts'
import type { FaultCloud } from './fault-cloud.ts'
import { type Ground, layGround } from './ground.ts'

/** How one case ended. */
export interface Verdict {
  readonly shape: FaultCloud['shape']
  readonly fault: FaultCase
  /** In a word or two when it was whole or clean. */
  readonly outcome?: string
  /** What was neither. */
  readonly broken?: string
  readonly ms: number
}

/** Runs cases one after another on one cloud. One that a broken case left behind is thrown away for a new one. */
export const runMatrix = async (
  start: () => Promise<FaultCloud>,
  cases: readonly FaultCase[],
  told: (verdict: Verdict) => void,
): Promise<readonly Verdict[]> => {
  const verdicts: Verdict[] = []
  let cloud: FaultCloud | undefined
  let ground: Ground | undefined
  try {
    for (const fault of cases) {
      cloud ??= await start()
      ground ??= await layGround(cloud.admin)
      const verdict = await runCase(cloud, ground, fault)
      verdicts.push(verdict)
      told(verdict)
      if (verdict.broken === undefined) continue
      await cloud[Symbol.asyncDispose]()
      cloud = undefined
      ground = undefined
    }
  } finally {
    await cloud?.[Symbol.asyncDispose]()
  }
  return verdicts
}

const runCase = async (cloud: FaultCloud, ground: Ground, fault: FaultCase): Promise<Verdict> => {
  const began = performance.now()
  const about = () => ({ shape: cloud.shape, fault, ms: Math.round(performance.now() - began) })
  try {
    const outcome = await fault.run(cloud, ground)
    return { ...about(), outcome }
  } catch (error) {
    return { ...about(), broken: `${messageOf(error)}\nlogs: ${await keepLogs(cloud, fault)}` }
  }
}

/** What the processes said until a case broke, for whoever looks for the reason. */
const keepLogs = async ({ shape, logs }: FaultCloud, fault: FaultCase): Promise<string> => {
  const kept = await mkdtemp(
    join(tmpdir(), `nimbo-faults-${shape}-${caseName(fault).replaceAll(/[ ,]+/g, '-')}-`),
  )
  await cp(logs, kept, { recursive: true })
  return kept
}
