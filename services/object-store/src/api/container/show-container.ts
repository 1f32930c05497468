import { noContent } from '@nimbo/http/reply'
import type { SwiftApp } from '../../app/app.ts'
import { isOwner } from '../is-owner.ts'
import type { ObjectHandler } from '../object-request.ts'
import { requireContainer } from '../require.ts'
import { containerHeaders } from './container-headers.ts'

export const showContainer =
  (app: SwiftApp): ObjectHandler =>
  async (request) => {
    const container = await requireContainer(app, request, 'list')
    const headers = containerHeaders(container, isOwner(request))
    return noContent({ ...headers, 'content-type': 'text/plain; charset=utf-8' })
  }
