import type { NeutronConfig } from '../config.ts'
import type { Store } from '../db/store.ts'
import { errors } from '../errors.ts'
import type { Deps } from './deps.ts'

export const quotaResources = ['network', 'subnet', 'port', 'security_group', 'security_group_rule'] as const
export type QuotaResource = (typeof quotaResources)[number]
export type Limits = Readonly<Record<QuotaResource, number>>

export interface QuotaDetail {
  readonly limit: number
  readonly used: number
  readonly reserved: number
}

export const defaultLimits = ({ QUOTAS }: NeutronConfig): Limits => ({
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

/** Throws unless the project may have `more` of the resource besides what it has. */
export const checkQuota = async (
  store: Store,
  config: NeutronConfig,
  resource: QuotaResource,
  projectId: string,
  more = 1,
): Promise<void> => {
  const { [resource]: limit } = await limitsIn(store, config, projectId)
  if (limit < 0) return
  const { [resource]: usage } = await store.quotas.usage([resource], projectId)
  if (usage.used + more > limit) throw errors.OverQuota({ resources: [resource] })
}

const isQuotaResource = (name: string): name is QuotaResource =>
  (quotaResources as readonly string[]).includes(name)

/** Reading and changing the limits of projects. */
export const quotaOperations = ({ store, transaction, config }: Deps) => ({
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

  update: async (projectId: string, changes: Readonly<Record<string, number>>): Promise<Limits> => {
    const unknown = Object.keys(changes).filter((name) => !isQuotaResource(name))
    if (unknown.length > 0)
      throw errors.HTTPBadRequest({ reason: `Unrecognized attribute(s) '${unknown.join(', ')}'` })
    await transaction((inside) => inside.quotas.set(projectId, new Map(Object.entries(changes))))
    return limitsIn(store, config, projectId)
  },

  reset: async (projectId: string): Promise<void> => {
    if (!(await store.quotas.reset(projectId))) throw errors.TenantQuotaNotFound({ projectId })
  },
})
