import { bytes } from '@nimbo/http/reply'
import type { SwiftApp } from '../../app/app.ts'
import { timestampNow } from '../../domain/timestamps.ts'
import type { ObjectHandler } from '../object-request.ts'
import { accountChanges } from './account-changes.ts'
import { requireManagement } from './require-management.ts'

/** Creates an account. Only reseller admins may do so, and only if `allow_account_management` is set. */
export const createAccount =
  (app: SwiftApp): ObjectHandler =>
  async (request) => {
    requireManagement(app, request)
    const metadata = accountChanges(app, request)
    const created = await app.accounts.create({
      ...{ name: request.account, createdAt: timestampNow(app.clock), metadata },
    })
    return bytes(created ? 201 : 202, '', { 'content-type': 'text/html; charset=UTF-8' })
  }
