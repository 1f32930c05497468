import type { HttpResponse } from '@nimbo/http/message'
import { bytes } from '@nimbo/http/reply'
import type { SwiftApp } from '../../app/app.ts'
import type { ObjectRequest } from '../object-request.ts'
import { requireContainer } from '../require.ts'

/**
 * The answer to who puts something that happened before what is there, or before it was deleted; undefined where it is new. Clocks of
 * peers may disagree: the later instant counts, whoever comes last.
 */
export const superseded = async (
  app: SwiftApp,
  request: ObjectRequest & { readonly asOf: string },
): Promise<HttpResponse | undefined> => {
  const { object = '', asOf } = request
  const container = await requireContainer(app, request, 'write')
  const there = await app.objects.find(container.id, object)
  const change = there === undefined ? await app.syncChanges.find(container.id, object) : undefined
  const known = there?.timestamp ?? (change?.isDeleted === true ? change.timestamp : undefined)
  if (known === undefined || known < asOf) return undefined
  return bytes(202, '', { 'content-type': 'text/html; charset=UTF-8' })
}
