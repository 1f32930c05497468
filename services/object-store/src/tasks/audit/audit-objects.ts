import { messageOf } from '@nimbo/kernel/errors'
import type { SwiftApp } from '../../app/app.ts'
import type { StoredObject } from '../../db/objects.ts'
import type { WalkPlace } from '../../db/stored-blobs.ts'
import { type Audited, auditBlob } from './audit-blob.ts'

const batch = 100
const start: WalkPlace = { containerId: '', name: '', versionId: '' }

type Page = (place: WalkPlace, limit: number) => Promise<readonly StoredObject[]>

/** Iterates over all objects, page by page. */
async function* walk(page: Page): AsyncGenerator<StoredObject> {
  for (let place = start; ; ) {
    const found = await page(place, batch)
    yield* found
    const last = found.at(-1)
    if (last === undefined || found.length < batch) return
    place = { containerId: last.containerId, name: last.name, versionId: last.versionId ?? '' }
  }
}

/** Waits until the number of files and bytes read is within the configured rates. */
const keepTo = async (
  { clock, config }: SwiftApp,
  { since, stopping }: { readonly since: number; readonly stopping: AbortSignal },
  { files, bytes }: { readonly files: number; readonly bytes: number },
): Promise<void> => {
  const { files_per_second: fileRate, bytes_per_second: byteRate } = config['object-auditor']
  const due = Math.max(fileRate === 0 ? 0 : files / fileRate, byteRate === 0 ? 0 : bytes / byteRate)
  const waitMs = since + due * 1000 - clock.now()
  if (waitMs <= 0 || stopping.aborted) return
  await new Promise<void>((resolve) => {
    clock.after(waitMs, resolve)
    stopping.addEventListener('abort', () => resolve(), { once: true })
  })
}

const countQuarantined = async ({ reconFigures }: SwiftApp, more: number): Promise<void> => {
  const before = await reconFigures.find('quarantined')
  const known =
    typeof before === 'object' && before !== null && 'objects' in before ? Number(before.objects) : 0
  await reconFigures.put('quarantined', { accounts: 0, containers: 0, objects: known + more })
}

/** An object that cannot be audited, such as one whose root secret is not configured, counts as an error and stops nothing. */
const auditOne = async (app: SwiftApp, object: StoredObject): Promise<Audited | undefined> => {
  try {
    return await auditBlob(app, app.opened(object))
  } catch (error) {
    const { containerId, name, blob } = object
    app.log.error(
      { containerId, object: name, blob, reason: messageOf(error) },
      'the bytes of an object could not be audited',
    )
    return { bytes: 0, quarantined: 0, repaired: 0, errors: 1 }
  }
}

/** Audits the bytes of all objects and versions, repairs them and reports the results in `/recon`. */
export const auditObjects =
  (app: SwiftApp) =>
  async (stopping: AbortSignal): Promise<void> => {
    const began = app.clock.now()
    const found = { passes: 0, bytes_processed: 0, quarantined: 0, errors: 0, repaired: 0 }
    for (const page of [app.storedBlobs.current, app.storedBlobs.older])
      for await (const object of walk(page)) {
        if (stopping.aborted) return
        const audited = await auditOne(app, object)
        if (audited === undefined) continue
        found.passes += 1
        found.bytes_processed += audited.bytes
        found.quarantined += audited.quarantined
        found.errors += audited.errors
        found.repaired += audited.repaired
        await keepTo(app, { since: began, stopping }, { files: found.passes, bytes: found.bytes_processed })
      }
    const auditTime = (app.clock.now() - began) / 1000
    await app.reconFigures.put('object_auditor_stats_ALL', {
      ...found,
      ...{ audit_time: auditTime, start_time: began / 1000 },
    })
    if (found.quarantined > 0) await countQuarantined(app, found.quarantined)
    if (found.quarantined + found.errors + found.repaired > 0)
      app.log.warn({ ...found, audit_time: auditTime }, 'an audit of objects has ended')
  }
