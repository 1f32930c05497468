import type { HttpResponse } from '@nimbo/http/message'
import { bytes } from '@nimbo/http/reply'
import type { SwiftApp } from '../../app/app.ts'
import type { ObjectRequest } from '../object-request.ts'
import { requireContainer } from '../require.ts'

/**
 * The response (202) to a PUT that is older than the current object or than its deletion; undefined if it is newer. Clocks of
 * peers may differ: the later timestamp wins, regardless of the order of arrival.
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
