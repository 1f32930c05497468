import * as operations from '@nimbo/contracts/placement/resource-classes'
import { answer } from '@nimbo/http/answer'
import { unknownResourceClass } from '../app/known-names.ts'
import {
  createResourceClass,
  listResourceClasses,
  removeResourceClass,
  renameResourceClass,
} from '../app/resource-classes.ts'
import { errors } from '../errors.ts'
import { fresh } from './fresh.ts'
import { handle } from './handle.ts'

const view = (name: string, mount: string) => ({
  name,
  links: [{ rel: 'self', href: `${mount}/resource_classes/${name}` }],
})

const list = handle(operations.listResourceClasses, async (call) => {
  const names = await listResourceClasses(call.app)()
  return fresh(call, { resource_classes: names.map((name) => view(name, call.request.mount)) })
})

const create = handle(operations.createResourceClass, async ({ app, body: { name }, base }) => {
  if (!(await createResourceClass(app)(name))) throw errors.ResourceClassExists({ name })
  return answer(undefined, { headers: { location: `${base}/resource_classes/${name}` } })
})

const show = handle(operations.showResourceClass, async (call) => {
  const { name } = call.params
  if (await unknownResourceClass(call.app.db, [name])) throw errors.ResourceClassNotFound({ name })
  return fresh(call, view(name, call.request.mount))
})

const rename = handle(operations.renameResourceClass, async ({ app, params, body, request }) => {
  await renameResourceClass(app)(params.name, body.name)
  return view(body.name, request.mount)
})

const ensure = handle(operations.ensureResourceClass, async ({ app, params: { name }, base }) => {
  const isNew = await createResourceClass(app)(name)
  return answer(undefined, {
    status: isNew ? 201 : 204,
    headers: { location: `${base}/resource_classes/${name}` },
  })
})

const remove = handle(operations.deleteResourceClass, async ({ app, params }) => {
  await removeResourceClass(app)(params.name)
})

export const resourceClasses = [list, create, show, rename, ensure, remove]
