import type { FlowCount } from '@nimbo/durable/flow-counts'
import { Gauge, type Registry } from 'prom-client'
import { withinTime } from './within-time.ts'

/** Counts the flows of one database. */
export type Census = () => Promise<readonly FlowCount[]>

/**
 * Exports numbers of flows by state, read from the databases at each scrape within `withinMs`; a database that does not answer is
 * left out.
 */
export const measureFlows = (
  registry: Registry,
  censuses: () => readonly Census[],
  withinMs = 2_000,
): void => {
  new Gauge({
    name: 'nimbo_flows',
    help: 'Unfinished flows, by name and state; those that are late (past their deadline) or abandoned (without a worker) are counted as such, too.',
    labelNames: ['flow', 'state'],
    registers: [registry],
    async collect() {
      const counted = await Promise.all(
        censuses().map((census) => withinTime<readonly FlowCount[]>(census, withinMs, [])),
      )
      this.reset()
      for (const { flow, state, count } of counted.flat()) this.inc({ flow, state }, count)
    },
  })
}
