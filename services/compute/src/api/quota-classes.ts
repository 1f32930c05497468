import { ok } from '@nimbo/http/reply'
import { versioned } from '@nimbo/http/versioned'
import { type Microversion, microversion } from '@nimbo/operation/microversion'
import type { ComputeApp } from '../app/compute-app.ts'
import { limitBodies, limitsIn, limitsView } from './quota-words.ts'
import { route } from './route.ts'

const groupsShown = microversion('2.50')

/** Classes showed server groups from 2.50 on, and lost the network's resources only then. */
const viewOf = async (app: ComputeApp, className: string, version: Microversion): Promise<object> => {
  const limits = { ...app.deps.config.quota, ...(await app.stores.quotaClasses.limitsOf(className)) }
  if (version >= groupsShown) return limitsView(limits, version)
  const { server_groups: _, server_group_members: __, ...older } = limitsView(limits, microversion('2.1'))
  return older
}

const show = route({
  method: 'GET',
  path: '/os-quota-class-sets/{id}',
  name: 'quota-classes.show',
  policy: 'os_compute_api:os-quota-class-sets:show',
  replies: [200],
  handle: async ({ app, params: { id }, version }) =>
    ok({ quota_class_set: { id, ...(await viewOf(app, id, version)) } }),
})

const bodies = limitBodies('quota_class_set')

const update = route({
  method: 'PUT',
  path: '/os-quota-class-sets/{id}',
  name: 'quota-classes.update',
  policy: 'os_compute_api:os-quota-class-sets:update',
  body: versioned(bodies.newest)
    .before('2.57', bodies.withInjection, (body) => body)
    .before('2.50', bodies.withNetwork, (body) => body),
  replies: [200],
  handle: async ({ app, params: { id }, body, version }) => {
    const asked = body.quota_class_set as Readonly<Record<string, unknown>>
    await app.stores.quotaClasses.set(id, { ...limitsIn(asked) })
    return ok({ quota_class_set: await viewOf(app, id, version) })
  },
})

export const quotaClassRoutes = [show, update]
