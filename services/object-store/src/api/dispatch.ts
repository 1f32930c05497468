import * as accounts from '@nimbo/contracts/object-store/accounts'
import * as containers from '@nimbo/contracts/object-store/containers'
import * as objects from '@nimbo/contracts/object-store/objects'
import type { Operation } from '@nimbo/operation/operation'
import type { SwiftApp } from '../app/app.ts'
import { errors } from '../errors.ts'
import { changeAccount } from './account/change-account.ts'
import { createAccount } from './account/create-account.ts'
import { deleteAccount } from './account/delete-account.ts'
import { listContainers } from './account/list-containers.ts'
import { showAccount } from './account/show-account.ts'
import { deleteMany } from './bulk/delete-many.ts'
import { extractArchive } from './bulk/extract-archive.ts'
import { changeContainer } from './container/change-container.ts'
import { createContainer } from './container/create-container.ts'
import { deleteContainer } from './container/delete-container.ts'
import { listObjects } from './container/list-objects.ts'
import { showContainer } from './container/show-container.ts'
import { changeObject } from './object/change-object.ts'
import { removeObject } from './object/delete-object.ts'
import { getObject } from './object/get-object.ts'
import { putAnyObject } from './object/put-object.ts'
import type { ObjectHandler, ObjectRequest } from './object-request.ts'

/** An operation and its handler. */
export interface Served {
  readonly operation: Operation
  readonly handle: ObjectHandler
}

type Level = 'account' | 'container' | 'object'

const levelOf = ({ container, object }: ObjectRequest): Level => {
  if (object !== undefined) return 'object'
  return container === undefined ? 'account' : 'container'
}

/**
 * Finds the operation of a request by its method and by whether the path names an account, container or object. A router with
 * templates cannot parse these paths: object names contain slashes, and all three names may contain any other character.
 */
export const dispatcher = (app: SwiftApp): ((request: ObjectRequest) => Served) => {
  const table: Readonly<Record<Level, Readonly<Record<string, Served>>>> = {
    account: {
      GET: { operation: accounts.listContainers, handle: listContainers(app) },
      HEAD: { operation: accounts.showAccount, handle: showAccount(app) },
      POST: { operation: accounts.changeAccount, handle: changeAccount(app) },
      PUT: { operation: accounts.createAccount, handle: createAccount(app) },
      DELETE: { operation: accounts.deleteAccount, handle: deleteAccount(app) },
    },
    container: {
      GET: { operation: containers.listObjects, handle: listObjects(app) },
      HEAD: { operation: containers.showContainer, handle: showContainer(app) },
      PUT: { operation: containers.createContainer, handle: createContainer(app) },
      POST: { operation: containers.changeContainer, handle: changeContainer(app) },
      DELETE: { operation: containers.deleteContainer, handle: deleteContainer(app) },
    },
    object: {
      GET: { operation: objects.getObject, handle: getObject(app) },
      HEAD: { operation: objects.showObject, handle: getObject(app) },
      PUT: { operation: objects.putObject, handle: putAnyObject(app) },
      POST: { operation: objects.changeObject, handle: changeObject(app) },
      DELETE: { operation: objects.deleteObject, handle: removeObject(app) },
    },
  }
  const bulkDelete: Served = { operation: accounts.bulkDelete, handle: deleteMany(app) }
  const extraction = extractArchive(app)
  return (request) => {
    const level = levelOf(request)
    const { method, query } = request
    if (level === 'account' && query.has('bulk-delete') && ['POST', 'DELETE'].includes(method))
      return bulkDelete
    if (method === 'PUT' && query.has('extract-archive'))
      return {
        operation: level === 'account' ? objects.extractIntoAccount : objects.extractIntoContainer,
        handle: extraction,
      }
    const served = table[level][method]
    if (!served)
      throw errors.MethodNotAllowed({ allow: [...Object.keys(table[level]), 'OPTIONS'].sort().join(', ') })
    return served
  }
}
