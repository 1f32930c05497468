import type { Clock } from '@nimbo/kernel/clock'
import { newId } from '@nimbo/kernel/ids'
import { blobName } from '../domain/blob-name.ts'
import { errors } from '../errors.ts'
import { defaultPolicy, findPolicy } from './storage/find-policy.ts'
import type { SwiftApp } from './app.ts'

/** Until when bytes are left alone that are being taken in now. */
const leaseFrom = (clock: Clock, leaseMs: number): string => new Date(clock.now() + leaseMs).toISOString()

/** Bytes that are being taken in, under an id of their own. */
export interface HeldBlob {
  readonly id: string
  /** Throws when somebody has taken these bytes for abandoned. */
  check(): void
  /** Ends the prolonging; what becomes of the bytes is settled by then, or left to whoever clears away. */
  release(): void
}

/** Begins to keep new bytes: tells the database of them before the first is written, and again and again until released. */
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
      // Nobody may have taken them for abandoned when the database is back.
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
