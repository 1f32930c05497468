import { quotaNotifications } from '@nimbo/contracts/network/notifications/resources'
import type { Context } from '@nimbo/kernel/context'
import type { NeutronConfig } from '../config.ts'
import type { Store } from '../db/store.ts'
import { errors } from '../errors.ts'
import type { Deps } from './deps.ts'

const quotaResources = ['network', 'subnet', 'port', 'security_group', 'security_group_rule'] as const
export type QuotaResource = (typeof quotaResources)[number]
export type Limits = Readonly<Record<QuotaResource, number>>

export interface QuotaDetail {
  readonly limit: number
  readonly used: number
  readonly reserved: number
}

const defaultLimits = ({ QUOTAS }: NeutronConfig): Limits => ({
  network: QUOTAS.quota_network,
  subnet: QUOTAS.quota_subnet,
  port: QUOTAS.quota_port,
  security_group: QUOTAS.quota_security_group,
  security_group_rule: QUOTAS.quota_security_group_rule,
})

const limitsIn = async (store: Store, config: NeutronConfig, projectId: string): Promise<Limits> => ({
  ...defaultLimits(config),
  ...Object.fromEntries(await store.quotas.of(projectId)),
})

/** How many of the resource the project may have; less than none for any number. */
export const limitOf = async (
  store: Store,
  config: NeutronConfig,
  resource: QuotaResource,
  projectId: string,
): Promise<number> => (await limitsIn(store, config, projectId))[resource]

/** Throws when a project that may have so many of the resource has them. */
export const checkLimit = async (
  store: Store,
  resource: QuotaResource,
  projectId: string,
  limit: number,
): Promise<void> => {
  if (limit < 0) return
  const { [resource]: usage } = await store.quotas.usage([resource], projectId)
  if (usage.used >= limit) throw errors.OverQuota({ resources: [resource] })
}

/** Throws unless the project may have one more of the resource. */
export const checkQuota = async (
  store: Store,
  config: NeutronConfig,
  resource: QuotaResource,
  projectId: string,
): Promise<void> => checkLimit(store, resource, projectId, await limitOf(store, config, resource, projectId))

const isQuotaResource = (name: string): name is QuotaResource =>
  (quotaResources as readonly string[]).includes(name)

/** Reading and changing the limits of projects. */
export const quotaOperations = ({ store, transaction, config, notices }: Deps) => ({
  defaults: () => defaultLimits(config),

  limits: (projectId: string): Promise<Limits> => limitsIn(store, config, projectId),

  details: async (projectId: string): Promise<Readonly<Record<string, QuotaDetail>>> => {
    const defaults = defaultLimits(config)
    const usage = await store.quotas.usage(quotaResources, projectId)
    return Object.fromEntries(
      quotaResources.map((name) => {
        const { limit = defaults[name], used } = usage[name]
        return [name, { limit, used, reserved: 0 }]
      }),
    )
  },

  /** Every project that has limits of its own. */
  list: async (): Promise<(Limits & { readonly project_id: string })[]> => {
    const projects = await store.quotas.projects()
    const limits = await Promise.all(projects.map((projectId) => limitsIn(store, config, projectId)))
    return limits.map((each, index) => ({ ...each, project_id: projects[index] ?? '' }))
  },

  update: async (
    ctx: Context,
    projectId: string,
    changes: Readonly<Record<string, number>>,
  ): Promise<Limits> => {
    const unknown = Object.keys(changes).filter((name) => !isQuotaResource(name))
    if (unknown.length > 0)
      throw errors.HTTPBadRequest({ reason: `Unrecognized attribute(s) '${unknown.join(', ')}'` })
    return transaction(async (inside) => {
      await inside.quotas.set(projectId, new Map(Object.entries(changes)))
      const limits = await limitsIn(inside, config, projectId)
      const quota = { ...limits, id: projectId, project_id: projectId }
      await notices.updated(inside, ctx, quotaNotifications, changes, quota)
      return limits
    })
  },

  reset: (ctx: Context, projectId: string): Promise<void> =>
    transaction((inside) =>
      notices.deleting(inside, ctx, quotaNotifications, { id: projectId }, async () => {
        if (!(await inside.quotas.reset(projectId))) throw errors.TenantQuotaNotFound({ projectId })
      }),
    ),
})
