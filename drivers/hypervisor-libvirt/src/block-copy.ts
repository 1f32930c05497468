import { type AtThatMoment, atAnyMoment } from '@nimbo/compute/driver/copies-disks'
import { pause } from '@nimbo/kernel/deadline'
import { errorCodes, isLibvirtError } from '@nimbo/libvirt/errors'
import { blockCopyFlags, blockJobAbortFlags } from '@nimbo/libvirt/flags'
import { procedures } from '@nimbo/libvirt/procedures'
import type { DomainRef } from '@nimbo/libvirt/wire-types'
import { errors } from '@nimbo/local-guests/errors'
import type { DriverDeps } from './driver-deps.ts'

/** For how long a copy may make no progress, in milliseconds; in all it takes as long as the disk is large. */
const stillMs = 1_800_000
const lookEveryMs = 500

type Deps = Pick<DriverDeps, 'session' | 'clock'>

export interface BlockCopy {
  readonly domain: DomainRef
  /** The path of the disk's file, or its name in the guest. */
  readonly disk: string
  /** The `<disk>` element of the destination. */
  readonly destination: string
  /** Whether the destination exists already. */
  readonly ontoExisting?: boolean
  /** `copy`: the guest keeps using its disk. `disk`: the guest switches to the destination. */
  readonly leaves: 'copy' | 'disk'
  /** Wraps the end of the mirroring, which is the moment that the copy shows. */
  readonly atThatMoment?: AtThatMoment
}

/** Aborts the block job of a disk. Idempotent. */
const endBlockJob = async ({ session }: Deps, domain: DomainRef, disk: string): Promise<void> => {
  try {
    await session.call(procedures.domainBlockJobAbort, { domain, disk, flags: 0 })
  } catch (error) {
    // There is no block job.
    if (!isLibvirtError(error, errorCodes.operationInvalid, errorCodes.invalidArgument)) throw error
  }
}

const untilSame = async (
  { session, clock }: Deps,
  { domain, disk }: Pick<BlockCopy, 'domain' | 'disk'>,
): Promise<void> => {
  for (let [done, end] = [0n, clock.now() + stillMs]; ; ) {
    const job = await session.call(procedures.domainGetBlockJobInfo, { domain, disk, flags: 0 })
    if (job.found === 0) throw errors.DiskCopyFailed({ disk, reason: 'QEMU gave it up' })
    if (job.whole > 0n && job.done === job.whole) return
    if (job.done !== done) [done, end] = [job.done, clock.now() + stillMs]
    if (clock.now() > end) throw errors.DiskCopyFailed({ disk, reason: 'it makes no progress' })
    await pause(clock, lookEveryMs)
  }
}

/** QEMU may notice slightly later than libvirt that the mirror is synchronised. */
const pivotAttempts = 20

const pivot = async (deps: Deps, { domain, disk }: Pick<BlockCopy, 'domain' | 'disk'>): Promise<void> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const change = { domain, disk, flags: blockJobAbortFlags.pivot }
      return await deps.session.call(procedures.domainBlockJobAbort, change, { timeoutMs: 60_000 })
    } catch (error) {
      if (attempt === pivotAttempts || !isLibvirtError(error, errorCodes.blockCopyActive)) throw error
      await pause(deps.clock, lookEveryMs)
    }
  }
}

/**
 * Copies a disk of a running guest: QEMU mirrors it, including new writes, until both are identical. Then, as `leaves` says, the
 * guest stays on its disk or switches to the copy. When this throws, the guest still uses its disk.
 */
export const blockCopy = async (deps: Deps, copy: BlockCopy): Promise<void> => {
  const { domain, disk, destination, ontoExisting = false, leaves, atThatMoment = atAnyMoment } = copy
  await endBlockJob(deps, domain, disk)
  const flags = blockCopyFlags.transientJob | (ontoExisting ? blockCopyFlags.reuseExternal : 0)
  const copying = { domain, disk, destination, parameters: [], flags }
  await deps.session.call(procedures.domainBlockCopy, copying, { timeoutMs: 60_000 })
  try {
    await untilSame(deps, copy)
    if (leaves === 'disk') return await pivot(deps, copy)
    // Ending a mirror that is ready first brings over what the guest has written until now.
    await atThatMoment(() => endBlockJob(deps, domain, disk))
  } catch (error) {
    await endBlockJob(deps, domain, disk)
    throw error
  }
}
