import type { Context } from '@nimbo/kernel/context'
import { flavors } from '../../db/flavors.ts'
import type { Flavor } from '../../domain/flavors/flavor.ts'
import { errors } from '../../errors.ts'
import type { ActionDeps } from '../actions/action-deps.ts'

/** A flavor visible to the caller: public, accessible to the project, or any for an admin. Throws `FlavorNotFound`. */
export const findFlavor =
  ({ databases, clock, enforcer }: Pick<ActionDeps, 'databases' | 'clock' | 'enforcer'>) =>
  async (ctx: Context, id: string): Promise<Flavor> => {
    const stored = flavors(databases.api, clock)
    const flavor = await stored.find(id)
    const known =
      flavor !== undefined &&
      (flavor.isPublic || enforcer.isAdmin(ctx) || (await stored.isGivenTo(id, ctx.projectId ?? '')))
    if (!known) throw errors.FlavorNotFound({ id })
    return flavor
  }
