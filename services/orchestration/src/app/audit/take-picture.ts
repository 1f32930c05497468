import { messageOf } from '@nimbo/kernel/errors'
import type { Context } from '@nimbo/kernel/context'
import type { HeatApp } from '../app.ts'
import type { Resource } from '../../db/resources.ts'
import type { Stack } from '../../db/stacks.ts'
import { carrying } from '../../domain/carrying.ts'

type SeenResource = Pick<
  Resource,
  'id' | 'name' | 'type' | 'stack_id' | 'physical_id' | 'status' | 'traversal'
>

/** How stacks stand, and what stands behind them. It may be torn: nothing is locked while it is taken. */
export interface Picture {
  /** Living ones. */
  readonly stacks: readonly Stack[]
  readonly resources: readonly SeenResource[]
  /** Traversals that a flow is at work on. */
  readonly carried: ReadonlySet<string>
  /** Trusts that were given to the service; undefined where identity gave no answer. */
  readonly trusts: ReadonlySet<string> | undefined
  readonly gaps: readonly { readonly type: string; readonly name: string; readonly reason: string }[]
}

const most = 1_000_000

/** Flows are read first and last: one that ends or begins meanwhile is still seen. Trusts come before the stacks that name them. */
export const takePicture = async (app: HeatApp, ctx: Context): Promise<Picture> => {
  const { db } = app
  const gaps: Picture['gaps'][number][] = []
  const lookAtFlows = async () =>
    (
      await db
        .selectFrom('flows')
        .select('subject')
        .where('name', '=', carrying.name)
        .where('wake_at', 'is not', null)
        .limit(most)
        .execute()
    ).map(({ subject }) => subject)
  const before = await lookAtFlows()
  const trusts = await app.trusts.given(ctx).catch((error: unknown) => {
    gaps.push({ type: 'service', name: 'identity', reason: messageOf(error) })
    return undefined
  })
  const stacks = await db
    .selectFrom('stacks')
    .selectAll()
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .limit(most)
    .execute()
  const resources = await db
    .selectFrom('resources')
    .select(['id', 'name', 'type', 'stack_id', 'physical_id', 'status', 'traversal'])
    .orderBy('id')
    .limit(most)
    .execute()
  return { stacks, resources, carried: new Set([...before, ...(await lookAtFlows())]), trusts, gaps }
}
