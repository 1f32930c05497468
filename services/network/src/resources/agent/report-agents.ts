import { randomUUID } from 'node:crypto'
import { timestamp } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import type { Deps } from '../../app/deps.ts'
import { type AgentReport, reportAgent } from './agents.ts'

/** Records the heartbeats of the agents in one process of a host, in one transaction. */
export const reportAgents = (
  { clock, allOrNone }: Pick<Deps, 'clock' | 'allOrNone'>,
  ctx: Context,
  reports: readonly AgentReport[],
): Promise<void> =>
  allOrNone(ctx, async ({ db }) => {
    const now = timestamp(clock)
    for (const report of reports) await reportAgent(db, report, randomUUID(), now)
  })
