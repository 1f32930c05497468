import { asBoolean, BooleanLike, exact } from '@nimbo/contracts/compute/words'
import { type Microversion, microversion } from '@nimbo/http/microversion'
import { ok } from '@nimbo/http/reply'
import type { Context } from '@nimbo/kernel/context'
import { Type } from 'typebox'
import type { ComputeApp } from '../app/compute-app.ts'
import { countUsage } from '../app/count-usage.ts'
import { limitsOf } from '../app/limits-of.ts'
import { keyPairs } from '../db/key-pairs.ts'
import { quotas } from '../db/quotas.ts'
import { serverGroups } from '../db/server-groups.ts'
import { type Limits, type QuotaResource, quotaResources } from '../domain/quota.ts'
import { errors } from '../errors.ts'
import { route } from './route.ts'

const withoutNetwork = microversion('2.36')
const withoutInjection = microversion('2.57')
const networkResources = {
  fixed_ips: -1,
  floating_ips: -1,
  security_groups: -1,
  security_group_rules: -1,
} as const

type Named = Readonly<Record<string, unknown>>

/** Resources as the version knows them: those of the network went with 2.36, file injection with 2.57. */
const known = <Value>(
  values: Readonly<Record<string, Value>>,
  version: Microversion,
  network: Value,
): Named => ({
  ...Object.fromEntries(
    Object.entries(values).filter(([name]) => version < withoutInjection || !name.startsWith('injected_')),
  ),
  ...(version < withoutNetwork
    ? Object.fromEntries(Object.keys(networkResources).map((name) => [name, network]))
    : {}),
})

/** What of each resource a project uses; those counted for each server or file have no usage. */
const usagesOf = async ({ deps }: ComputeApp, ctx: Context, projectId: string) => {
  const { databases, clock } = deps
  const servers = await countUsage(deps)(projectId)
  return {
    ...servers,
    server_groups: await serverGroups(databases.api, clock).count(projectId),
    key_pairs: ctx.userId === undefined ? 0 : await keyPairs(databases.api, clock).count(ctx.userId),
  }
}

const show = route({
  method: 'GET',
  path: '/os-quota-sets/{tenant_id}',
  name: 'quotas.show',
  policy: { inHandler: 'the rule is about the project' },
  replies: [200],
  handle: async ({ app, params, version, enforce }) => {
    const projectId = params.tenant_id
    enforce('os_compute_api:os-quota-sets:show', { project_id: projectId })
    const limits = await limitsOf(app.deps)(projectId)
    return ok({ quota_set: { id: projectId, ...known(limits, version, -1) } })
  },
})

const showDefaults = route({
  method: 'GET',
  path: '/os-quota-sets/{tenant_id}/defaults',
  name: 'quotas.defaults',
  policy: 'os_compute_api:os-quota-sets:defaults',
  replies: [200],
  handle: async ({ app, params, version }) =>
    ok({ quota_set: { id: params.tenant_id, ...known(app.deps.config.quota, version, -1) } }),
})

const showDetail = route({
  method: 'GET',
  path: '/os-quota-sets/{tenant_id}/detail',
  name: 'quotas.detail',
  policy: { inHandler: 'the rule is about the project' },
  replies: [200],
  handle: async ({ ctx, app, params, version, enforce }) => {
    const projectId = params.tenant_id
    enforce('os_compute_api:os-quota-sets:detail', { project_id: projectId })
    const limits = await limitsOf(app.deps)(projectId)
    const { key_pairs: _, ...usages } = await usagesOf(app, ctx, projectId)
    const used: Partial<Record<QuotaResource, number>> = usages
    const details = Object.fromEntries(
      quotaResources.map((name) => [name, { limit: limits[name], in_use: used[name] ?? 0, reserved: 0 }]),
    )
    const network = { limit: -1, in_use: 0, reserved: 0 }
    return ok({ quota_set: { id: projectId, ...known(details, version, network) } })
  },
})

const Limit = Type.Optional(
  Type.Union([
    Type.Integer({ minimum: -1, maximum: 2_147_483_647 }),
    Type.String({ pattern: '^(-1|[0-9]+)$' }),
  ]),
)

const UpdateQuotas = Type.Object(
  {
    quota_set: Type.Object(
      {
        ...Object.fromEntries(
          [...quotaResources, ...Object.keys(networkResources), 'networks'].map((name) => [name, Limit]),
        ),
        force: Type.Optional(BooleanLike),
      },
      exact,
    ),
  },
  exact,
)

const requireAboveUsage = (limits: Partial<Limits>, used: Partial<Record<QuotaResource, number>>): void => {
  for (const [name, limit] of Object.entries(limits) as [QuotaResource, number][]) {
    const minimum = used[name] ?? 0
    if (limit >= 0 && limit < minimum)
      throw errors.BadRequest({
        reason: `Quota limit ${limit} for ${name} must be greater than or equal to already used and reserved ${minimum}.`,
      })
  }
}

const update = route({
  method: 'PUT',
  path: '/os-quota-sets/{tenant_id}',
  name: 'quotas.update',
  policy: 'os_compute_api:os-quota-sets:update',
  body: UpdateQuotas,
  replies: [200],
  handle: async ({ ctx, app, params, body, version }) => {
    const { force, ...asked } = body.quota_set as Readonly<Record<string, string | number | boolean>>
    const limits = Object.fromEntries(
      Object.entries(asked)
        .filter(([name]) => (quotaResources as readonly string[]).includes(name))
        .map(([name, limit]) => [name, Number(limit)]),
    )
    if (!asBoolean(force as boolean | string | undefined)) {
      const { key_pairs: _, ...used } = await usagesOf(app, ctx, params.tenant_id)
      requireAboveUsage(limits, used)
    }
    await quotas(app.deps.databases.api).set(params.tenant_id, limits)
    return ok({ quota_set: known(await limitsOf(app.deps)(params.tenant_id), version, -1) })
  },
})

const remove = route({
  method: 'DELETE',
  path: '/os-quota-sets/{tenant_id}',
  name: 'quotas.delete',
  policy: 'os_compute_api:os-quota-sets:delete',
  replies: [202],
  handle: async ({ app, params }) => {
    await quotas(app.deps.databases.api).removeOf(params.tenant_id)
    return { status: 202, headers: {} }
  },
})

const showLimits = route({
  method: 'GET',
  path: '/limits',
  name: 'limits.show',
  policy: 'os_compute_api:limits',
  replies: [200],
  handle: async ({ ctx, app, query, version, enforce }) => {
    const other = query.tenant_id
    if (other !== undefined && other !== ctx.projectId)
      enforce('os_compute_api:limits:other_project', { project_id: other })
    const projectId = other ?? ctx.projectId ?? ''
    const limits = await limitsOf(app.deps)(projectId)
    const used = await usagesOf(app, ctx, projectId)
    const absolute = {
      maxTotalInstances: limits.instances,
      maxTotalCores: limits.cores,
      maxTotalRAMSize: limits.ram,
      maxServerMeta: limits.metadata_items,
      maxTotalKeypairs: limits.key_pairs,
      maxServerGroups: limits.server_groups,
      maxServerGroupMembers: limits.server_group_members,
      totalInstancesUsed: used.instances,
      totalCoresUsed: used.cores,
      totalRAMUsed: used.ram,
      totalServerGroupsUsed: used.server_groups,
      ...(version < microversion('2.39') ? { maxImageMeta: limits.metadata_items } : {}),
      ...(version < withoutInjection
        ? { maxPersonality: limits.injected_files, maxPersonalitySize: limits.injected_file_content_bytes }
        : {}),
      ...(version < withoutNetwork
        ? {
            maxSecurityGroups: -1,
            maxSecurityGroupRules: -1,
            maxTotalFloatingIps: -1,
            totalFloatingIpsUsed: 0,
            totalSecurityGroupsUsed: 0,
          }
        : {}),
    }
    return ok({ limits: { rate: [], absolute } })
  },
})

export const quotaRoutes = [show, showDefaults, showDetail, update, remove, showLimits]
