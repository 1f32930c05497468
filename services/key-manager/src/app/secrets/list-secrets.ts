import type { SortColumn } from '@nimbo/db/keyset'
import { likePattern } from '@nimbo/db/like-pattern'
import { timestamp } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import { type Expression, type SqlBool, sql } from 'kysely'
import { listSecrets, type Page, type Window } from '../../db/secrets.ts'
import type { Secret } from '../../db/tables.ts'
import { parseDateFilter } from '../../domain/date-filter.ts'
import { parseSecretOrder } from '../../domain/secret-order.ts'
import { errors } from '../../errors.ts'
import type { KeyApp } from '../key-app.ts'

export interface SecretQuery {
  readonly name?: string | undefined
  readonly alg?: string | undefined
  readonly mode?: string | undefined
  readonly bits?: string | undefined
  readonly secret_type?: string | undefined
  readonly acl_only?: string | undefined
  readonly created?: string | undefined
  readonly updated?: string | undefined
  readonly expiration?: string | undefined
  readonly sort?: string | undefined
}

type Condition = Expression<SqlBool>

const byDate = (column: 'created' | 'updated' | 'expiration', text: string | undefined): Condition[] => {
  if (!text) return []
  const terms = parseDateFilter(text)
  if (!terms) throw errors.InvalidQuery()
  return terms.map(
    ({ operator, instant }) => sql<SqlBool>`${sql.ref(column)} ${sql.raw(operator)} ${instant}`,
  )
}

/** Barbican's filters accept SQL's wildcards `%` and `_`. */
const like = (column: 'name' | 'algorithm' | 'mode', text: string | undefined): Condition[] =>
  text ? [likePattern(sql.ref(column), text)] : []

const equal = (column: 'secret_type' | 'bit_length', value: string | number | undefined): Condition[] =>
  value ? [sql<SqlBool>`${sql.ref(column)} = ${value}`] : []

/** Restricts a list to the secrets of the project, or (`aclOnly`) to those of any project whose ACL names the user. */
const visible = (ctx: Context, aclOnly: boolean): Condition =>
  aclOnly
    ? sql<SqlBool>`id in (select owner_id from acl_users where user_id = ${ctx.userId ?? ''})`
    : sql<SqlBool>`project_id = ${ctx.projectId ?? ''}`

const conditionsOf = (ctx: Context, query: SecretQuery, now: string): readonly Condition[] => [
  visible(ctx, query.acl_only?.toLowerCase() === 'true'),
  sql<SqlBool>`(expiration is null or expiration > ${now})`,
  ...[...like('name', query.name), ...like('algorithm', query.alg), ...like('mode', query.mode)],
  ...equal('bit_length', /^\d{1,9}$/.test(query.bits ?? '') ? Number(query.bits) : undefined),
  ...equal('secret_type', query.secret_type),
  ...byDate('created', query.created),
  ...byDate('updated', query.updated),
  ...byDate('expiration', query.expiration),
]

const oldestFirst: readonly SortColumn[] = [{ column: 'created', direction: 'asc' }]

const orderOf = (text: string | undefined): readonly SortColumn[] => {
  const order = text ? parseSecretOrder(text) : oldestFirst
  if (!order) throw errors.InvalidQuery()
  return [...order, { column: 'id', direction: 'asc' }]
}

export const findSecrets =
  (app: KeyApp) =>
  (ctx: Context, query: SecretQuery, window: Window): Promise<Page<Secret>> =>
    listSecrets(app.db, conditionsOf(ctx, query, timestamp(app.clock)), orderOf(query.sort), window)
