import type { WiredPort } from '@nimbo/contracts/network/agent-rpc'
import type { Port } from '@nimbo/contracts/network/port'
import { prepared } from '@nimbo/db/prepared'
import type { Db } from '../../tables.ts'

type Logs = NonNullable<WiredPort['logs']>

const enabledOf = prepared((db: Db, { projectIds }: { readonly projectIds: readonly string[] }) =>
  db
    .selectFrom('logs')
    .select(['id', 'project_id', 'resource_id', 'target_id', 'event'])
    .where('enabled', '=', 1)
    // The target may belong to another project than the log.
    .where((where) =>
      where.or([
        where('project_id', 'in', projectIds),
        where('resource_id', 'is not', null),
        where('target_id', 'is not', null),
      ]),
    )
    .orderBy('id'),
)

/** The log resources that apply to each port; ports without one are absent. */
export const logsOfPorts = async (db: Db, ports: readonly Port[]): Promise<Map<string, Logs>> => {
  const projectIds = [...new Set(ports.map(({ project_id }) => project_id))].filter((id) => id !== '')
  const enabled = projectIds.length === 0 ? [] : await enabledOf(db, { projectIds })
  if (enabled.length === 0) return new Map()
  const isAbout = (port: Port, log: (typeof enabled)[number]): boolean =>
    (log.target_id !== null || log.resource_id !== null || log.project_id === port.project_id) &&
    (log.target_id === null || log.target_id === port.id) &&
    (log.resource_id === null || port.security_groups.includes(log.resource_id))
  return new Map(
    ports.flatMap((port) => {
      const its = enabled.filter((log) => port.port_security_enabled && isAbout(port, log))
      if (its.length === 0) return []
      return [
        [port.id, its.map(({ id, event, project_id: projectId }) => ({ id, event, projectId }))] as const,
      ]
    }),
  )
}
