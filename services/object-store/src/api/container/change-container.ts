import { noContent } from '@nimbo/http/reply'
import type { SwiftApp } from '../../app/app.ts'
import { notePeer } from '../../app/sync/note-change.ts'
import { mergedMetadata } from '../../domain/metadata.ts'
import { requireMetadata } from '../../domain/metadata-limits.ts'
import { timestampAfter } from '../../domain/timestamps.ts'
import { errors } from '../../errors.ts'
import type { ObjectHandler } from '../object-request.ts'
import { requireContainer } from '../require.ts'
import { containerChanges } from './container-changes.ts'
import { requireNoVersions } from './require-sync-target.ts'

export const changeContainer =
  (app: SwiftApp): ObjectHandler =>
  async (request) => {
    const { id, account, name } = await requireContainer(app, request, 'own')
    const changes = containerChanges(app, request)
    await app.unit(async (records) => {
      const { containers } = records
      if (!(await containers.take(id))) throw errors.NotFound()
      const now = await containers.find(account, name)
      if (!now) throw errors.NotFound()
      const metadata = mergedMetadata(now.metadata, changes)
      requireMetadata(metadata, 'x-container-meta-', app.config['swift-constraints'])
      requireNoVersions(metadata)
      await notePeer(records, now, { id, metadata })
      await containers.setMetadata(id, metadata, timestampAfter(now.updatedAt, app.clock))
    })
    return noContent({ 'content-type': 'text/html; charset=UTF-8' })
  }
