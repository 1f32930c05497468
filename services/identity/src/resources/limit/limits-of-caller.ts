import type { Context } from '@nimbo/kernel/context'
import type { Condition } from '@nimbo/resource/rows/row-queries'
import { type SqlBool, sql } from 'kysely'

const seesAll = ({ systemScope, roles }: Context): boolean =>
  systemScope !== undefined || roles.includes('admin') || roles.includes('service')

/**
 * The limits that a caller may list: all with system scope or the roles admin or service, otherwise those of the caller's project,
 * or of the caller's domain and the projects in it.
 */
export const limitsOfCaller = (ctx: Context): Condition[] => {
  if (seesAll(ctx)) return []
  const { domainId, projectId = '' } = ctx
  if (domainId === undefined) return [sql<SqlBool>`project_id = ${projectId}`]
  return [
    sql<SqlBool>`(domain_id = ${domainId} or project_id in (select id from projects where domain_id = ${domainId}))`,
  ]
}
