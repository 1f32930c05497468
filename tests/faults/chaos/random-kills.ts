import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import type { DistributedCloud } from '@nimbo/testkit/distributed-cloud'

interface Victim {
  /** Its role, such as `nova-api`; `nova-api (worker)` is one of the worker processes that it forked. */
  readonly role: string
  readonly name: string
  readonly pid: number
}

/** The number of kills by role. */
export type Kills = ReadonlyMap<string, number>

/** Every process of the cloud that runs now, including the workers of APIs. */
const victims = async ({ processes }: DistributedCloud): Promise<readonly Victim[]> => {
  const each = await Promise.all(
    processes.map(async ({ name, roles: [role = ''], pid }) => {
      const own = pid()
      if (own === undefined) return []
      const children = await readFile(`/proc/${own}/task/${own}/children`, 'utf8').catch(() => '')
      const workers = children.split(' ').filter((child) => child.trim() !== '')
      return [
        { role, name, pid: own },
        ...workers.map((child) => ({
          role: `${role} (worker)`,
          name: `${name} (worker)`,
          pid: Number(child),
        })),
      ]
    }),
  )
  return each.flat()
}

export interface RandomKills {
  /** Called after each kill. */
  readonly told: (name: string) => void
  /** From 0 up to 1. */
  readonly random: () => number
  readonly everyMs: number
  readonly stopped: AbortSignal
}

/** Kills (-9) random processes of the cloud, one after another, until stopped. */
export const killAtRandom = async (
  cloud: DistributedCloud,
  { told, random, everyMs, stopped }: RandomKills,
): Promise<Kills> => {
  const kills = new Map<string, number>()
  for (;;) {
    await pause(everyMs, undefined, { signal: stopped }).catch(() => undefined)
    if (stopped.aborted) return kills
    const alive = await victims(cloud)
    const victim = alive[Math.floor(random() * alive.length)]
    if (victim === undefined || !killed(victim.pid)) continue
    kills.set(victim.role, (kills.get(victim.role) ?? 0) + 1)
    told(victim.name)
  }
}

/** False if the process had already ended by itself. */
const killed = (pid: number): boolean => {
  try {
    return process.kill(pid, 'SIGKILL')
  } catch {
    return false
  }
}
