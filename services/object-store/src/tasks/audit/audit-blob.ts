import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { messageOf } from '@nimbo/kernel/errors'
import type { SwiftApp } from '../../app/app.ts'
import type { StoredObject } from '../../db/objects.ts'
import { etagOfManifest, parseManifest } from '../../domain/manifest.ts'
import type { StoredCopy } from '../../driver/object-bytes.ts'

/** The result of auditing the copies of one object's bytes. */
export interface Audited {
  readonly bytes: number
  readonly quarantined: number
  readonly repaired: number
  readonly errors: number
}

type State = 'good' | 'rotten' | 'missing' | 'unreadable'

interface Seen {
  readonly copy: StoredCopy
  readonly state: State
}

const digestOf = async (data: Readable): Promise<string> => {
  const digest = createHash('md5')
  for await (const bytes of data as AsyncIterable<Uint8Array>) digest.update(bytes)
  return digest.digest('hex')
}

/** The bytes of a static large object are its manifest, from which the object's ETag is computed. */
const digestOfManifest = async (data: Readable): Promise<string> => {
  const text = Buffer.concat(await data.toArray()).toString()
  try {
    return etagOfManifest(parseManifest(text))
  } catch {
    return 'no manifest'
  }
}

const look = async ({ kind, etag }: StoredObject, copy: StoredCopy): Promise<State> => {
  try {
    const data = await copy.read()
    if (data === undefined) return 'missing'
    return (await (kind === 'static' ? digestOfManifest(data) : digestOf(data))) === etag ? 'good' : 'rotten'
  } catch {
    return 'unreadable'
  }
}

/**
 * Reads every copy of an object's bytes, quarantines corrupt ones, and restores these and missing ones from a good copy. Returns
 * undefined if the storage replicates by itself, or if the object has no bytes any more.
 */
export const auditBlob = async (app: SwiftApp, object: StoredObject): Promise<Audited | undefined> => {
  const { blob } = object
  if (blob === null) return undefined
  const copies = app.bytes.copies?.(blob) ?? []
  if (copies.length === 0) return undefined
  const seen: Seen[] = []
  for (const copy of copies) seen.push({ copy, state: await look(object, copy) })
  const isWhole = seen.every(({ copy, state }) => state === (copy.isExpected ? 'good' : 'missing'))
  const bytes = object.size * seen.filter(({ state }) => state !== 'missing').length
  if (isWhole) return { bytes, quarantined: 0, repaired: 0, errors: 0 }
  // The object may have been deleted meanwhile.
  if (!(await stillHas(app, object, blob))) return undefined
  return { bytes, ...(await mend(app, { object, blob }, seen)) }
}

/** Whether the object, or another one or a version it was moved to, still refers to the bytes. */
const stillHas = async (app: SwiftApp, { containerId, name }: StoredObject, blob: string): Promise<boolean> =>
  (await app.objects.find(containerId, name))?.blob === blob || app.storedBlobs.has(blob)

const mend = async (
  app: SwiftApp,
  { object, blob }: { readonly object: StoredObject; readonly blob: string },
  seen: readonly Seen[],
): Promise<Omit<Audited, 'bytes'>> => {
  const good = seen.find(({ state }) => state === 'good')?.copy
  const done = { quarantined: 0, repaired: 0, errors: 0 }
  for (const { copy, state } of seen) {
    const { place, isExpected } = copy
    try {
      if (state === 'rotten') {
        await copy.quarantine()
        done.quarantined += 1
        app.log.error(
          { blob, place },
          'a copy of the bytes of an object is corrupt and was moved to quarantine',
        )
      }
      if (state === 'unreadable') throw new Error('it cannot be read')
      if (state === 'good' || !isExpected || good === undefined) continue
      await copy.restoreFrom(good.place)
      done.repaired += 1
      app.log.warn(
        { blob, place, from: good.place },
        'a copy of the bytes of an object was restored from a good one',
      )
    } catch (error) {
      done.errors += 1
      app.log.error(
        { blob, place, reason: messageOf(error) },
        'a copy of the bytes of an object could not be repaired',
      )
    }
  }
  if (good === undefined) app.log.error({ blob }, 'no copy of the bytes of an object is good')
  else await dropSurplus(seen, done.errors)
  // If the object was deleted during the repair, its bytes must not reappear.
  if (!(await stillHas(app, object, blob))) await app.bytes.remove(blob)
  return { ...done, errors: done.errors + (good === undefined ? 1 : 0) }
}

/** Removes copies at unexpected places when all expected ones are good. */
const dropSurplus = async (seen: readonly Seen[], errors: number): Promise<void> => {
  if (errors > 0) return
  for (const { copy, state } of seen) if (!copy.isExpected && state === 'good') await copy.remove()
}
