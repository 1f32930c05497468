import type { Clock } from '@nimbo/kernel/clock'
import { newId } from '@nimbo/kernel/ids'
import { blobName } from '../domain/blob-name.ts'
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
}

/** Begins an upload: records its id in the database before the first byte is written, and renews the lease until released. */
export const holdBlob = async (
  app: Pick<SwiftApp, 'blobsInDoubt' | 'clock' | 'log' | 'config' | 'activeSecret' | 'policies'>,
  policy: string,
): Promise<HeldBlob> => {
  const leaseMs = app.config.objects.abandoned_after * 1000
  const { index } = findPolicy(app.policies, policy) ?? defaultPolicy(app.policies)
  const id = blobName({ policy: index, id: newId<never>(), secret: app.activeSecret })
  await app.blobsInDoubt.add(id, leaseFrom(app.clock, leaseMs))
  let lost = false
  let released = false
  let cancelTimer = () => {}
  const prolong = async (): Promise<void> => {
    try {
      lost = !(await app.blobsInDoubt.prolong(id, leaseFrom(app.clock, leaseMs)))
    } catch (error) {
      // Perhaps nobody has declared the upload abandoned by the time the database is available again, so it continues.
      app.log.warn({ blob: id, error }, 'an upload could not be prolonged')
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
