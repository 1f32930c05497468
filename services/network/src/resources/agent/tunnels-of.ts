import type { AgentReport } from './agents.ts'
import type { Db } from '../../tables.ts'

interface TunnelEnd {
  readonly host: string
  readonly address: string
}

/** The tunnel address in an agent's report. */
const addressIn = (configurations: string): string | undefined => {
  const told: unknown = JSON.parse(configurations)
  if (typeof told !== 'object' || told === null || !('tunneling_ip' in told)) return undefined
  return typeof told.tunneling_ip === 'string' ? told.tunneling_ip : undefined
}

/**
 * The other ends of a host's tunnels, and whether its own address is new to the server; undefined for a host without tunnels.
 * Has to be called before the report is recorded.
 */
export const tunnelsOf = async (
  db: Db,
  { host, agent_type, configurations }: AgentReport,
): Promise<{ readonly others: readonly TunnelEnd[]; readonly isNew: boolean } | undefined> => {
  const own = addressIn(configurations)
  if (own === undefined) return undefined
  const rows = await db
    .selectFrom('agents')
    .select(['host', 'configurations'])
    .where('agent_type', '=', agent_type)
    .orderBy('host')
    .execute()
  const ends = rows.flatMap((row) => {
    const address = addressIn(row.configurations)
    return address === undefined ? [] : [{ host: row.host, address }]
  })
  return {
    others: ends.filter((end) => end.host !== host),
    isNew: !ends.some((end) => end.host === host && end.address === own),
  }
}
