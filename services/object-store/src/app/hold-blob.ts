import type { Clock } from '@nimbo/kernel/clock'
import { newId } from '@nimbo/kernel/ids'
import { blobName } from '../domain/blob-name.ts'
import type { SmallBytesRow } from '../db/tables.ts'
import type { StoragePolicy } from '../driver/storage-policy.ts'
import { errors } from '../errors.ts'
import { defaultPolicy, findPolicy } from './storage/find-policy.ts'
import type { SwiftApp } from './app.ts'

/** The time until which the bytes of an upload in progress are kept. */
const leaseFrom = (clock: Clock, leaseMs: number): string => new Date(clock.now() + leaseMs).toISOString()

/** The bytes of an upload in progress, under an id of their own. */
export interface HeldBlob {
  readonly id: string
  /** Throws when the clean-up task has declared these bytes abandoned. */
  check(): void
  /** Stops renewing the lease. By then the bytes are settled, or left to the clean-up task. */
  release(): void
  /** The bytes themselves if they are to become a row in the transaction that creates the object. */
  readonly row?: SmallBytesRow
}

type Namer = Pick<SwiftApp, 'activeSecret' | 'policies'>

const policyNamed = ({ policies }: Namer, name: string): StoragePolicy =>
  findPolicy(policies, name) ?? defaultPolicy(policies)

const nothing = (): void => {}

/**
 * The bytes of a small upload, to be stored in the transaction that creates the object: until then there is nothing to clean up.
 * Undefined if they are too many, or if the policy stores all bytes elsewhere.
 */
export const holdRow = (
  app: Namer & Pick<SwiftApp, 'config' | 'encrypted'>,
  policy: string,
  bytes: Uint8Array,
): HeldBlob | undefined => {
  if (bytes.length > app.config.objects.most_in_database || !policyNamed(app, policy).hasRows)
    return undefined
  const id = newId<never>()
  const name = blobName({ place: 'row', id, secret: app.activeSecret })
  return { id: name, row: { id, bytes: app.encrypted(name, bytes) }, check: nothing, release: nothing }
}

/** Begins an upload: records its id in the database before the first byte is written, and renews the lease until released. */
export const holdBlob = async (
  app: Pick<SwiftApp, 'blobsInDoubt' | 'clock' | 'log' | 'config' | 'activeSecret' | 'policies'>,
  policy: string,
): Promise<HeldBlob> => {
  const leaseMs = app.config.objects.abandoned_after * 1000
  const id = blobName({ place: policyNamed(app, policy).index, id: newId<never>(), secret: app.activeSecret })
  await app.blobsInDoubt.add(id, leaseFrom(app.clock, leaseMs))
  let lost = false
  let released = false
  let cancelTimer = () => {}
  const prolong = async (): Promise<void> => {
    try {
      lost = !(await app.blobsInDoubt.prolong(id, leaseFrom(app.clock, leaseMs)))
    } catch (error) {
      // Perhaps nobody has declared the upload abandoned by the time the database is available again, so it continues.
      app.log.warn({ blob: id, error }, 'the lease of an upload could not be renewed')
    }
    if (!lost && !released) later()
  }
  const later = (): void => {
    cancelTimer = app.clock.after(leaseMs / 3, () => void prolong())
  }
  later()
  return {
    id,
    check: () => {
      if (lost) throw errors.UploadLost()
    },
    release: () => {
      released = true
      cancelTimer()
    },
  }
}
