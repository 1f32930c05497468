import type { SwiftApp } from '../app/app.ts'
import { lifecycleOf } from '../app/lifecycle-of.ts'
import { deleteWithParts } from '../app/multipart/delete-with-parts.ts'
import type { Container } from '../db/containers.ts'
import { isOver, type LifecycleRule } from '../domain/s3/lifecycle.ts'
import { keptOfBucket } from '../domain/s3/system-metadata.ts'

const batch = 1000

/**
 * Deletes the objects that a lifecycle rule has expired, as a request of the owner would: with versioning, the object becomes a
 * version. A failure is logged and does not stop the rest.
 */
const expire = async (
  app: SwiftApp,
  { container, rule }: { readonly container: Container; readonly rule: LifecycleRule },
  stopping: AbortSignal,
): Promise<void> => {
  const query = { prefix: rule.prefix, delimiter: '', endMarker: '', reverse: false, limit: batch }
  for (let marker = ''; ; ) {
    const listed = await app.listObjects(container.id, { ...query, marker })
    for (const one of listed) {
      if (stopping.aborted) return
      if (one.kind === 'item' && isOver(rule, Number(one.row.timestamp) * 1000, app.clock.now()))
        // Unless another object has replaced it meanwhile.
        await deleteWithParts(app, container, one.row.name, { only: one.row.timestamp }).catch(
          (error: unknown) =>
            app.log.error(
              { account: container.account, container: container.name, object: one.row.name, error },
              'an object could not be deleted by a lifecycle rule',
            ),
        )
    }
    const last = listed.at(-1)
    if (last === undefined || listed.length < batch) return
    marker = last.kind === 'item' ? last.row.name : last.name
  }
}

/** Deletes objects by the lifecycle rules of their buckets. */
export const expireByLifecycle =
  (app: SwiftApp) =>
  async (stopping: AbortSignal): Promise<void> => {
    for (let after = ''; ; ) {
      const found = await app.containers.withMetadata(keptOfBucket.lifecycle, after, batch)
      for (const container of found)
        for (const rule of lifecycleOf(container.metadata) ?? [])
          if (rule.isEnabled && !stopping.aborted) await expire(app, { container, rule }, stopping)
      const last = found.at(-1)
      if (last === undefined || found.length < batch || stopping.aborted) return
      after = last.id
    }
  }
