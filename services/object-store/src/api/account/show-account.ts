import { noContent } from '@nimbo/http/reply'
import type { SwiftApp } from '../../app/app.ts'
import type { ObjectHandler } from '../object-request.ts'
import { requireAccount } from '../require.ts'
import { accountHeaders } from './account-headers.ts'

export const showAccount =
  (app: SwiftApp): ObjectHandler =>
  async (request) => {
    const account = await requireAccount(app, request)
    const headers = accountHeaders(account, await app.accounts.totalsByPolicy(account.name))
    return noContent({ ...headers, 'content-type': 'text/plain; charset=utf-8' })
  }
