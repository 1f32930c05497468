import { timestamp } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import { isUuid } from '@nimbo/kernel/ids'
import { type Acl, findAcl } from '../db/acls.ts'
import { findContainer } from '../db/containers.ts'
import { findOrder } from '../db/orders.ts'
import { findSecret } from '../db/secrets.ts'
import type { Container, Order, Secret } from '../db/tables.ts'
import { errors } from '../errors.ts'
import type { KeyApp } from './key-app.ts'

/** Facts for policy rules: owner, whether the project may read it, and whether the ACL names the caller. */
export interface Access {
  readonly project_id: string
  readonly creator_id: string | null
  readonly read_project_access: boolean
  readonly read?: 'read'
}

export interface Found<Row> {
  readonly row: Row
  readonly access: Access
}

const accessOf = (ctx: Context, row: Secret | Container, acl: Acl | undefined): Access => ({
  ...{ project_id: row.project_id, creator_id: row.creator_id },
  read_project_access: acl?.projectAccess ?? true,
  ...(ctx.userId !== undefined && acl?.users.includes(ctx.userId) ? { read: 'read' } : {}),
})

/** An unexpired secret of any project; policy decides about access. Throws the 404. */
export const needSecret =
  ({ db, clock }: KeyApp) =>
  async (ctx: Context, id: string): Promise<Found<Secret>> => {
    if (!isUuid(id)) throw errors.InvalidSecretId()
    const row = await findSecret(db, id, timestamp(clock))
    if (!row) throw errors.NoSuchSecret()
    return { row, access: accessOf(ctx, row, await findAcl(db, id)) }
  }

/** A container of any project. Throws the 404. */
export const needContainer =
  ({ db }: KeyApp) =>
  async (ctx: Context, id: string): Promise<Found<Container>> => {
    if (!isUuid(id)) throw errors.InvalidContainerId()
    const row = await findContainer(db, id)
    if (!row) throw errors.NoSuchContainer()
    return { row, access: accessOf(ctx, row, await findAcl(db, id)) }
  }

/** An order of the caller's project. Throws the 404. */
export const needOrder =
  ({ db }: KeyApp) =>
  async (ctx: Context, id: string): Promise<Order> => {
    const order = await findOrder(db, ctx.projectId ?? '', id)
    if (!order) throw errors.NoSuchOrder()
    return order
  }
