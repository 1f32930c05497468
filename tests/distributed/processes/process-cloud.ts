import type { Client } from '@nimbo/testkit/client'
import type { CloudProcess, DistributedCloud } from '@nimbo/testkit/distributed-cloud'
import type { Collector } from './collector.ts'

/** What the tests of processes share: one cloud, and an image and a flavor for servers. */
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

/** The URL of the metrics of a process. */
export const metricsUrl = ({ healthUrl }: CloudProcess): string => new URL('/metrics', healthUrl).href
