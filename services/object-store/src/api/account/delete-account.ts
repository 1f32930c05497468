import { noContent } from '@nimbo/http/reply'
import type { SwiftApp } from '../../app/app.ts'
import { destroyObject } from '../../app/destroy-object.ts'
import { destroyVersion } from '../../app/destroy-version.ts'
import type { Container } from '../../db/containers.ts'
import { errors } from '../../errors.ts'
import type { ObjectHandler } from '../object-request.ts'
import { requireManagement } from './require-management.ts'

const page = { prefix: '', delimiter: '', marker: '', endMarker: '', reverse: false, limit: 1000 }

/** Deletes an account with all of its containers and objects. After an interruption, the next request deletes the rest. */
export const deleteAccount =
  (app: SwiftApp): ObjectHandler =>
  async (request) => {
    requireManagement(app, request)
    const { account } = request
    if (!(await app.accounts.find(account))) throw errors.NotFound()
    for (;;) {
      const containers = await app.listContainers(account, page)
      if (containers.length === 0) break
      for (const found of containers) if (found.kind === 'item') await emptyAndRemove(app, found.row)
    }
    await app.accounts.remove(account)
    return noContent()
  }

const emptyAndRemove = async (app: SwiftApp, container: Container): Promise<void> => {
  const { id } = container
  do {
    for (const { name, versionId } of await app.versions.some(id, page.limit))
      await destroyVersion(app, container, { name, versionId })
    for (const name of await app.objects.names(id, page.limit)) await destroyObject(app, id, name)
  } while (!(await app.containers.removeEmpty(id)) && (await isFull(app, id)))
}

const isFull = async ({ objects, versions }: SwiftApp, id: string): Promise<boolean> =>
  (await objects.names(id, 1)).length > 0 || (await versions.some(id, 1)).length > 0
