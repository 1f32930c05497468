import type { Client } from '@nimbo/testkit/client'
import type { CloudProcess, DistributedCloud } from '@nimbo/testkit/distributed-cloud'
import type { Collector } from './collector.ts'

/** What the stories of processes share: one cloud, made once, and what each needs to have servers there. */
export interface ProcessCloud {
  readonly cloud: DistributedCloud
  readonly admin: Client
  readonly collector: Collector
  readonly flavorRef: string
  readonly imageRef: string
}

/** The first process of a role. */
export const processOf = ({ cloud }: ProcessCloud, role: string): CloudProcess => {
  const found = cloud.processes.find(({ roles }) => roles.includes(role))
  if (found === undefined) throw new Error(`no process has the role ${role}`)
  return found
}

/** Addresses of what a process tells of itself. */
export const metricsUrl = ({ healthUrl }: CloudProcess): string => new URL('/metrics', healthUrl).href
