import { containerAcls, secretAcls } from '@nimbo/contracts/key-manager/acls'
import { clearAcl, replaceAcl, showAcl, updateAcl } from '../app/access.ts'
import type { KeyApp } from '../app/key-app.ts'
import { referenceTo, type Shower } from '../app/references.ts'
import { shownInstant } from '../domain/instants.ts'
import { handle } from './handle.ts'

const aclView = async (app: KeyApp, ownerId: string) => {
  const acl = await showAcl(app, ownerId)
  if (!acl) return { read: { 'project-access': true } }
  return {
    read: {
      ...{ 'project-access': acl.projectAccess, users: [...acl.users] },
      ...{ created: shownInstant(acl.created), updated: shownInstant(acl.updated) },
    },
  }
}

const changed = (call: Shower, kind: 'secrets' | 'containers', id: string) => ({
  acl_ref: `${referenceTo(call, kind, id)}/acl`,
})

const clear = async (app: KeyApp, ownerId: string): Promise<null> => {
  await clearAcl(app, ownerId)
  return null
}

const ofSecrets = [
  handle(secretAcls.show, ({ app, found }) => aclView(app, found.secret.row.id)),
  handle(secretAcls.replace, async (call) => {
    const { id } = call.found.secret.row
    await replaceAcl(call.app)(id, call.body)
    return changed(call, 'secrets', id)
  }),
  handle(secretAcls.update, async (call) => {
    const { id } = call.found.secret.row
    await updateAcl(call.app)(id, call.body)
    return changed(call, 'secrets', id)
  }),
  handle(secretAcls.remove, ({ app, found }) => clear(app, found.secret.row.id)),
]

const ofContainers = [
  handle(containerAcls.show, ({ app, found }) => aclView(app, found.container.row.id)),
  handle(containerAcls.replace, async (call) => {
    const { id } = call.found.container.row
    await replaceAcl(call.app)(id, call.body)
    return changed(call, 'containers', id)
  }),
  handle(containerAcls.update, async (call) => {
    const { id } = call.found.container.row
    await updateAcl(call.app)(id, call.body)
    return changed(call, 'containers', id)
  }),
  handle(containerAcls.remove, ({ app, found }) => clear(app, found.container.row.id)),
]

export const acls = [...ofSecrets, ...ofContainers]
