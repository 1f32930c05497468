import { messageOf } from '@nimbo/kernel/errors'
import type { SwiftApp } from '../app/app.ts'
import { dropUpload } from '../app/multipart/drop-parts.ts'

const batch = 1000

/** Removes the parts of destroyed objects that the requests which destroyed them have left, since their process died. */
export const dropPartsInDoubt =
  (app: SwiftApp) =>
  async (stopping: AbortSignal): Promise<void> => {
    let left = 0
    let reason = ''
    for (let page = await app.uploadsInDoubt.after('', batch); ; ) {
      for (const upload of page) {
        if (stopping.aborted) return
        try {
          await dropUpload(app, upload)
        } catch (error) {
          left += 1
          reason = messageOf(error)
        }
      }
      const last = page.at(-1)
      if (last === undefined || page.length < batch) break
      page = await app.uploadsInDoubt.after(last.id, batch)
    }
    if (left > 0)
      app.log.error(
        { left, reason },
        'the parts of deleted objects could not be removed; that is tried again',
      )
  }
