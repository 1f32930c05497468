import { isFault } from '@nimbo/kernel/errors'
import { statusOfKind } from '@nimbo/operation/statuses'
import type { SwiftApp } from '../../app/app.ts'
import { deleteObject } from '../../app/delete-object.ts'
import { removeContainer } from '../../app/remove-container.ts'
import type { ResourcePath } from '../../domain/resource-path.ts'
import { errors } from '../../errors.ts'
import { findLiving } from '../content/find-object.ts'
import type { ObjectRequest } from '../object-request.ts'
import { statusLine } from '../refusal.ts'
import { requireContainer } from '../require.ts'
import type { BulkOutcome } from './bulk-outcome.ts'

/** A container or object to delete, and its name in the response. */
export interface BulkTarget {
  readonly path: string
  readonly resource: ResourcePath
}

/** Deletes objects and empty containers one by one. Failures are reported in the response and do not stop the rest. */
export const bulkDelete = async (
  app: SwiftApp,
  request: ObjectRequest,
  targets: readonly BulkTarget[],
): Promise<BulkOutcome> => {
  let deleted = 0
  let notFound = 0
  const failed: [string, string][] = []
  const told = (): BulkOutcome => ({
    counts: { 'Number Deleted': deleted, 'Number Not Found': notFound },
    errors: failed,
  })
  for (const { path, resource } of targets) {
    if (failed.length >= app.config['filter:bulk'].max_failed_deletes)
      return { ...told(), givenUp: { status: statusLine(400), reason: 'Max delete failures exceeded' } }
    try {
      if (await deleteOne(app, { ...request, ...resource })) deleted += 1
      else notFound += 1
    } catch (error) {
      if (!isFault(error)) throw error
      if (error.kind === 'notFound') notFound += 1
      else failed.push([path, statusLine(statusOfKind[error.kind])])
    }
  }
  return told()
}

const deleteOne = async (app: SwiftApp, request: ObjectRequest): Promise<boolean> => {
  if (request.object === undefined) {
    const { id } = await requireContainer(app, request, 'own')
    if (!(await removeContainer(app, id))) throw errors.Conflict({ reason: '' })
    return true
  }
  const container = await requireContainer(app, request, 'write')
  const object = await findLiving(app, container, request.object)
  return object !== undefined && (await deleteObject(app, container, object.name)) !== undefined
}
