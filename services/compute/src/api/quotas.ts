import { asBoolean } from '@nimbo/contracts/compute/words'
import { accepted, ok } from '@nimbo/http/reply'
import { versioned } from '@nimbo/http/versioned'
import { defaultLimits, limitsOf } from '../app/limits-of.ts'
import { projectUsage, setLimits } from '../app/set-limits.ts'
import { byWireName, limitBodies, limitsIn, limitsView } from './quota-words.ts'
import { route } from './route.ts'

const aboutProject = { inHandler: 'the rule is about the project' } as const

const show = route({
  method: 'GET',
  path: '/os-quota-sets/{tenant_id}',
  name: 'quotas.show',
  policy: aboutProject,
  replies: [200],
  handle: async ({ app, params, version, enforce }) => {
    const id = params.tenant_id
    enforce('os_compute_api:os-quota-sets:show', { project_id: id })
    return ok({ quota_set: { id, ...limitsView(await limitsOf(app.deps)(id), version) } })
  },
})

const showDefaults = route({
  method: 'GET',
  path: '/os-quota-sets/{tenant_id}/defaults',
  name: 'quotas.defaults',
  policy: aboutProject,
  replies: [200],
  handle: async ({ app, params, version, enforce }) => {
    const id = params.tenant_id
    enforce('os_compute_api:os-quota-sets:defaults', { project_id: id })
    return ok({ quota_set: { id, ...limitsView(await defaultLimits(app.deps)(), version) } })
  },
})

const showDetail = route({
  method: 'GET',
  path: '/os-quota-sets/{tenant_id}/detail',
  name: 'quotas.detail',
  policy: aboutProject,
  replies: [200],
  handle: async ({ app, params, version, enforce }) => {
    const id = params.tenant_id
    enforce('os_compute_api:os-quota-sets:detail', { project_id: id })
    const [limits, used] = await Promise.all([limitsOf(app.deps)(id), projectUsage(app.deps)(id)])
    const details = byWireName(
      (name) => ({ limit: limits[name], in_use: used[name] ?? 0, reserved: 0 }),
      { limit: -1, in_use: 0, reserved: 0 },
      version,
    )
    return ok({ quota_set: { id, ...details } })
  },
})

const bodies = limitBodies('quota_set')

const update = route({
  method: 'PUT',
  path: '/os-quota-sets/{tenant_id}',
  name: 'quotas.update',
  policy: aboutProject,
  body: versioned(bodies.newest)
    .before('2.57', bodies.withInjection, (body) => body)
    .before('2.36', bodies.withNetwork, (body) => body),
  replies: [200],
  handle: async ({ app, params, body, version, enforce }) => {
    const id = params.tenant_id
    enforce('os_compute_api:os-quota-sets:update', { project_id: id })
    const asked = body.quota_set as Readonly<Record<string, unknown>>
    const force = asBoolean(asked.force as boolean | string | undefined)
    await setLimits(app.deps)(id, limitsIn(asked), { force })
    return ok({ quota_set: limitsView(await limitsOf(app.deps)(id), version) })
  },
})

const reset = route({
  method: 'DELETE',
  path: '/os-quota-sets/{tenant_id}',
  name: 'quotas.delete',
  policy: aboutProject,
  replies: [202],
  handle: async ({ app, params, enforce }) => {
    enforce('os_compute_api:os-quota-sets:delete', { project_id: params.tenant_id })
    await app.stores.quotas.removeOf(params.tenant_id)
    return accepted()
  },
})

export const quotaRoutes = [show, showDefaults, showDetail, update, reset]
