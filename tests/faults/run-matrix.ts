import { cp, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { messageOf } from '@nimbo/kernel/errors'
import { caseName, type FaultCase } from './fault-case.ts'
import type { FaultCloud } from './fault-cloud.ts'
import { type Setup, makeSetup } from './setup.ts'

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

/** A shape of the cloud, and how to start one. */
export interface Shape {
  readonly shape: FaultCloud['shape']
  readonly start: (novaConf?: string) => Promise<FaultCloud>
}

interface Site {
  readonly cloud: FaultCloud
  readonly setup: Setup
  readonly novaConf: string | undefined
}

/**
 * Runs cases one after another on one cloud. After a broken case, or before one that needs another configuration, the cloud is
 * replaced by a new one.
 */
export const runMatrix = async (
  { shape, start }: Shape,
  cases: Iterable<FaultCase>,
  told: (verdict: Verdict) => void,
): Promise<readonly Verdict[]> => {
  const verdicts: Verdict[] = []
  let site: Site | undefined
  try {
    for (const fault of cases) {
      let began = performance.now()
      const about = () => ({ shape, fault, ms: Math.round(performance.now() - began) })
      let verdict: Verdict
      try {
        if (site !== undefined && site.novaConf !== fault.novaConf) {
          await site.cloud[Symbol.asyncDispose]()
          site = undefined
        }
        site ??= await siteOn(await start(fault.novaConf), fault.novaConf)
        began = performance.now()
        const outcome = await fault.run(site.cloud, site.setup)
        verdict = { ...about(), outcome }
      } catch (error) {
        const logs = site === undefined ? 'none' : await keepLogs(site.cloud, fault)
        verdict = { ...about(), broken: `${messageOf(error)}\nlogs: ${logs}` }
        await site?.cloud[Symbol.asyncDispose]()
        site = undefined
      }
      verdicts.push(verdict)
      told(verdict)
    }
  } finally {
    await site?.cloud[Symbol.asyncDispose]()
  }
  return verdicts
}

const siteOn = async (cloud: FaultCloud, novaConf: string | undefined): Promise<Site> => {
  try {
    return { cloud, setup: await makeSetup(cloud.admin), novaConf }
  } catch (error) {
    await cloud[Symbol.asyncDispose]()
    throw error
  }
}

/** Copies the logs of a broken case's cloud to a directory that stays, and returns its path. */
const keepLogs = async ({ shape, logs }: FaultCloud, fault: FaultCase): Promise<string> => {
  const kept = await mkdtemp(
    join(tmpdir(), `nimbo-faults-${shape}-${caseName(fault).replaceAll(/[ ,]+/g, '-')}-`),
  )
  await cp(logs, kept, { recursive: true })
  return kept
}
