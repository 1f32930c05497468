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

/** The stacks and what belongs to them. It may be inconsistent, since nothing is locked while it is read. */
export interface Picture {
  /** Stacks that are not deleted. */
  readonly stacks: readonly Stack[]
  readonly resources: readonly SeenResource[]
  /** The traversals with an unfinished flow. */
  readonly carried: ReadonlySet<string>
  /** The trusts that were given to the service; undefined when Keystone did not answer. */
  readonly trusts: ReadonlySet<string> | undefined
  readonly gaps: readonly { readonly type: string; readonly name: string; readonly reason: string }[]
}

const most = 1_000_000

/**
 * Reads flows both first and last, so that a flow that ends or begins meanwhile is still seen. Trusts are read before the stacks
 * that refer to them.
 */
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
