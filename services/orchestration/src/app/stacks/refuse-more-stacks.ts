import { measureRoom, overLimits } from '@nimbo/clients/limit-room'
import { internalContext } from '@nimbo/kernel/context'
import { countStacks } from '../../db/stacks.ts'
import { errors } from '../../errors.ts'
import type { HeatApp } from '../app.ts'

type Deps = Pick<HeatApp, 'db' | 'config' | 'unified'>

/** The applicable limits: Keystone's, or this service's own configuration. */
const levelsOf = ({ config, unified }: Deps, projectId: string) =>
  config.DEFAULT.use_keystone_limits
    ? unified.levels(internalContext(), projectId)
    : [{ limits: new Map<string, number>(), projectIds: [projectId] }]

/** Throws when the project, or the projects that share its limit, have as many stacks as allowed. */
export const refuseMoreStacks = async (deps: Deps, projectId: string): Promise<void> => {
  const room = await measureRoom(await levelsOf(deps, projectId), {
    resources: ['stacks'],
    usageOf: async (projectIds) => ({ stacks: await countStacks(deps.db, projectIds) }),
    unregistered: () => deps.config.DEFAULT.max_stacks_per_tenant,
  })
  const [over] = overLimits(room, { stacks: 1 })
  if (over)
    throw errors.RequestLimitExceeded({
      message: `Request limit exceeded: You have reached the maximum stacks per tenant, ${over.limit}. Please delete some stacks.`,
    })
}
