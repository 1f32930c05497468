import { noContent } from '@nimbo/http/reply'
import type { SwiftApp } from '../../app/app.ts'
import { mergedMetadata } from '../../domain/metadata.ts'
import { requireMetadata } from '../../domain/metadata-limits.ts'
import { errors } from '../../errors.ts'
import type { ObjectHandler } from '../object-request.ts'
import { requireAccount } from '../require.ts'
import { accountChanges } from './account-changes.ts'

export const changeAccount =
  (app: SwiftApp): ObjectHandler =>
  async (request) => {
    const account = await requireAccount(app, request)
    const changes = accountChanges(app, request)
    await app.unit(async ({ accounts }) => {
      await accounts.create(account)
      if (!(await accounts.take(account.name))) throw errors.NotFound()
      const now = await accounts.find(account.name)
      const metadata = mergedMetadata(now?.metadata ?? {}, changes)
      requireMetadata(metadata, 'x-account-meta-', app.config['swift-constraints'])
      await accounts.setMetadata(account.name, metadata)
    })
    return noContent({ 'content-type': 'text/html; charset=UTF-8' })
  }
