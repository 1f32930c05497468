import { listTenantUsages, showTenantUsage } from '@nimbo/contracts/compute/tenant-usage'
import { showUsage } from '@nimbo/contracts/telemetry/metering/metering'
import { listProjects } from '@nimbo/contracts/identity/projects'
import { given, rowsAt, textAt } from '../../cloud/json-values.ts'
import { ownProject } from '../../cloud/own-project.ts'
import { inIdentity, performAll } from '../../cloud/perform.ts'
import type { Session } from '../../cloud/session.ts'
import { lists, shows } from '../../grammar/declared.ts'
import { flag, text } from '../../grammar/option.ts'
import { Formatted, type Row } from '../../output/result.ts'
import { findIn, projectKind } from '../identity/identity-kinds.ts'

const service = 'compute'
const dayMs = 86_400_000
const days = 28

const period = {
  start: text('<start>', 'First day of the period, as YYYY-MM-DD (default: 4 weeks ago)'),
  end: text('<end>', 'End of the period (exclusive), as YYYY-MM-DD (default: tomorrow)'),
}

/** The requested period in compute's date format. */
const between = (
  { start, end }: { start: string | undefined; end: string | undefined },
  session: Session,
) => {
  const today = session.clock.now()
  const day = (at: number): string => new Date(at).toISOString().slice(0, 10)
  return {
    start: `${start ?? day(today - days * dayMs)}T00:00:00`,
    end: `${end ?? day(today + dayMs)}T00:00:00`,
  }
}

const hours = (key: string) => (row: Row) => {
  const value = Number(row[key] ?? 0)
  return new Formatted(value, value.toFixed(2), true)
}

const amounts = {
  Servers: (row: Row) => rowsAt(row, 'server_usages').length,
  'RAM MB-Hours': hours('total_memory_mb_usage'),
  'CPU Hours': hours('total_vcpus_usage'),
  'Disk GB-Hours': hours('total_local_gb_usage'),
}

const amountOf = (row: Row) => {
  const value = Number(row.amount ?? 0)
  return new Formatted(value, value.toFixed(3), true)
}

const projectId = (session: Session, project: string | undefined): Promise<string> =>
  project === undefined ? ownProject(session) : findIn(session, projectKind, project, undefined)

export const usageCommands = [
  lists({
    words: 'usage list',
    summary: 'List resource usage per project',
    ...{ service, operation: listTenantUsages, options: period },
    request: (asked, session) => ({ query: { ...between(asked, session), detailed: 1 } }),
    rows: async (items, _, session) => {
      const projects = await performAll(session, inIdentity(listProjects)).catch(() => [])
      const names = new Map(projects.map((each) => [textAt(each, 'id'), textAt(each, 'name')]))
      return items.map((each) => ({
        ...each,
        project: names.get(textAt(each, 'tenant_id')) ?? each.tenant_id,
      }))
    },
    columns: { Project: 'project', ...amounts },
  }),
  shows({
    words: 'usage show',
    summary: 'Show resource usage for a single project',
    ...{ service, operation: showTenantUsage },
    options: {
      project: text('<project>', 'Show the usage of this project (name or ID; default: the current project)'),
      ...period,
    },
    request: async ({ project, ...asked }, session) => ({
      path: { tenant_id: await projectId(session, project) },
      query: given(between(asked, session)),
    }),
    columns: { Project: 'tenant_id', ...amounts },
  }),
  lists({
    words: 'usage bill',
    summary: 'List billable usage: server hours by flavor, GB-hours of volumes and floating IP hours',
    ...{ service: 'metering', operation: showUsage },
    options: {
      ...period,
      project: text('<project>', 'Show the usage of this project (name or ID; default: the current project)'),
      'all-projects': flag('Show the usage of all projects (admin only)'),
    },
    request: async ({ project, 'all-projects': all, ...asked }, session) => ({
      query: given({
        ...between(asked, session),
        project_id: project === undefined ? undefined : await projectId(session, project),
        all_projects: all ? 'true' : undefined,
      }),
    }),
    columns: { Project: 'project_id', Kind: 'kind', Detail: 'detail', Unit: 'unit', Amount: amountOf },
  }),
]
