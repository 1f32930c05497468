import { readdir, readFile } from 'node:fs/promises'
import type { BenchCloud } from './bench-cloud.ts'

/** The kernel counts processor time in hundredths of a second. */
const msPerTick = 10

interface ProcessStat {
  readonly pid: number
  readonly name: string
  readonly parent: number
  readonly ms: number
  /** The processor time of its children that have ended and were waited for. */
  readonly msOfEnded: number
}

const statOf = async (pid: number): Promise<ProcessStat | undefined> => {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  const [opens, closes] = [text.indexOf('('), text.lastIndexOf(')')]
  const fields = text.slice(closes + 2).split(' ')
  const ticks = (first: number): number => msPerTick * (Number(fields[first]) + Number(fields[first + 1]))
  return {
    pid,
    name: text.slice(opens + 1, closes),
    parent: Number(fields[1]),
    ms: ticks(11),
    msOfEnded: ticks(13),
  }
}

/**
 * The processor time of a cloud since its start, in milliseconds: by the name of each process that was started for it, including the
 * descendants of that process.
 */
export const processorTimes = async ({ nameOf }: BenchCloud): Promise<ReadonlyMap<string, number>> => {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
  const stats = (await Promise.all(ids.map(statOf))).filter((stat) => stat !== undefined)
  const under = (parent: number): readonly ProcessStat[] => stats.filter((stat) => stat.parent === parent)
  const total = (stat: ProcessStat): number =>
    under(stat.pid).reduce((sum, child) => sum + total(child), stat.ms + stat.msOfEnded)
  return new Map(under(process.pid).map((stat) => [nameOf(stat.pid) ?? stat.name, total(stat)]))
}
