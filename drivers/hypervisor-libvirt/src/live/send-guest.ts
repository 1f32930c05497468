import type { Departure, LiveProgress } from '@nimbo/compute/driver/live-migration'
import { pause } from '@nimbo/kernel/deadline'
import type { ServerId } from '@nimbo/kernel/ids'
import { isLibvirtError } from '@nimbo/libvirt/errors'
import { jobTypes, migrateFlags, xmlFlags } from '@nimbo/libvirt/flags'
import { procedures } from '@nimbo/libvirt/procedures'
import { numberIn, type TypedParam } from '@nimbo/libvirt/typed-params'
import type { DomainRef } from '@nimbo/libvirt/wire-types'
import { runCommand } from '@nimbo/local-guests/run-command'
import { serverPaths } from '@nimbo/local-guests/server-paths'
import type { DriverDeps } from '../driver-deps.ts'
import type { Landing } from './landing.ts'
import { landingXml } from './landing-xml.ts'
import { destinationUri, flagsOf, type LiveMigrationOptions, migrationUri, paramsOf } from './live-options.ts'

/** Requests of the operator for a running migration. */
export interface Leaving {
  aborted: boolean
  forced: boolean
}

interface Sent {
  readonly id: ServerId
  readonly domain: DomainRef
  readonly landing: Landing
  readonly tell: Departure['tell']
  readonly wishes: Leaving
}

const lookEveryMs = 500
/** libvirt itself has no timeout. This one is so long that it only ends a migration whose result never arrives. */
const sentWithinMs = 7 * 86_400_000
const gibibyte = 1024 ** 3

const text = (field: string, value: string): TypedParam => ({ field, value: { type: 'string', value } })

const amountIn = (params: readonly TypedParam[], of: 'memory' | 'disk') => ({
  total: numberIn(params, `${of}_total`) ?? 0,
  processed: numberIn(params, `${of}_processed`) ?? 0,
  remaining: numberIn(params, `${of}_remaining`) ?? 0,
})

/** The progress of a migration; undefined when none is running. */
export const progressOf = async (
  { session }: Pick<DriverDeps, 'session'>,
  domain: DomainRef,
): Promise<LiveProgress | undefined> => {
  try {
    const { type, params } = await session.call(procedures.domainGetJobStats, { domain, flags: 0 })
    if (type !== jobTypes.bounded && type !== jobTypes.unbounded) return undefined
    return { memory: amountIn(params, 'memory'), disk: amountIn(params, 'disk') }
  } catch (error) {
    // The guest has left, or is just leaving.
    if (!isLibvirtError(error)) throw error
    return undefined
  }
}

/** Calls `ask` for a running migration; ignores libvirt's error when there is none (yet). */
export const ifUnderWay = async (ask: () => Promise<unknown>): Promise<void> => {
  try {
    await ask()
  } catch (error) {
    if (!isLibvirtError(error)) throw error
  }
}

/**
 * Forces completion of a migration whose guest changes its memory faster than it is copied: switches to post-copy if permitted,
 * or pauses the guest.
 */
export const force = async (
  { session }: Pick<DriverDeps, 'session'>,
  { permitPostCopy }: LiveMigrationOptions,
  domain: DomainRef,
): Promise<void> => {
  if (permitPostCopy) await session.call(procedures.domainMigrateStartPostCopy, { domain, flags: 0 })
  else await session.call(procedures.domainSuspend, { domain })
}

/** Whether the server's disk is an overlay of its image, which the other host has, too. */
const isLayer = async (path: string): Promise<boolean> => {
  const info: { readonly 'backing-filename'?: string } = JSON.parse(
    await runCommand('qemu-img', ['info', '-U', '--output=json', '--', path], 60_000),
  )
  return info['backing-filename'] !== undefined
}

const flagsFor = async (
  { instancesDir }: DriverDeps,
  options: LiveMigrationOptions,
  { id, landing }: Sent,
): Promise<number> => {
  const { live, peerToPeer, persistDestination, undefineSource, ...more } = migrateFlags
  const { rootDisk } = serverPaths(instancesDir, id)
  const coming = landing.disks.filter(({ comes }) => comes)
  const hasRoot = coming.some(({ source }) => source.includes(`${landing.directory}/disk'`))
  const copies = hasRoot && !(await isLayer(rootDisk)) ? more.nonSharedDisk : more.nonSharedIncremental
  return (
    live +
    peerToPeer +
    persistDestination +
    undefineSource +
    (coming.length === 0 ? 0 : copies) +
    // libvirt detects only some shared file systems and must be told that it is safe; here it is known that the other host has
    // the same files, or that volumes are connected there. QEMU itself drops its cached data of them.
    (landing.shared || landing.disks.some(({ comes }) => !comes) ? more.unsafe : 0) +
    flagsOf(options)
  )
}

const perform = async (deps: DriverDeps, options: LiveMigrationOptions, sent: Sent): Promise<void> => {
  const { session, instancesDir } = deps
  const { id, domain, landing } = sent
  const { directory } = serverPaths(instancesDir, id)
  const flags = await flagsFor(deps, options, sent)
  const migratable = { domain, flags: xmlFlags.secure + xmlFlags.migratable }
  const xml = landingXml(
    (await session.call(procedures.domainGetXmlDesc, migratable)).xml,
    directory,
    landing,
  )
  const params = [
    text('destination_xml', xml),
    text('persistent_xml', xml),
    text('migrate_uri', migrationUri(landing.address)),
    ...paramsOf(options),
    ...landing.disks.flatMap(({ comes, target }) => (comes ? [text('migrate_disks', target)] : [])),
  ]
  const destination = destinationUri(options, landing.address)
  const sending = { domain, destinationUri: destination, params, cookie: '', flags }
  await session.call(procedures.domainMigratePerform3Params, sending, { timeoutMs: sentWithinMs })
}

/** Applies the configured action to a migration that exceeds its timeout. */
const impatience = (deps: DriverDeps, { completionTimeout, timeoutAction }: LiveMigrationOptions) => {
  const began = deps.clock.now()
  return ({ memory, disk }: LiveProgress, wishes: Leaving): void => {
    if (completionTimeout === 0 || wishes.aborted || wishes.forced) return
    const amount = Math.max(1, Math.ceil((memory.total + disk.total) / gibibyte))
    if (deps.clock.now() - began < amount * completionTimeout * 1_000) return
    if (timeoutAction === 'abort') wishes.aborted = true
    else wishes.forced = true
  }
}

/** Monitors a migration until `over`: reports its progress, and carries out the operator's requests. */
const watch = async (
  deps: DriverDeps,
  options: LiveMigrationOptions,
  { domain, tell, wishes }: Sent,
  over: AbortSignal,
): Promise<void> => {
  const { session, clock } = deps
  const judge = impatience(deps, options)
  let limited = false
  let forced = false
  while (!over.aborted) {
    const progress = await progressOf(deps, domain)
    if (progress !== undefined) {
      if (!limited) {
        const limit = { domain, downtimeMs: BigInt(options.downtimeMs), flags: 0 }
        await ifUnderWay(() => session.call(procedures.domainMigrateSetMaxDowntime, limit))
        limited = true
      }
      await tell(progress)
      judge(progress, wishes)
      if (wishes.aborted) await ifUnderWay(() => session.call(procedures.domainAbortJob, { domain }))
      else if (wishes.forced && !forced) {
        forced = true
        await ifUnderWay(() => force(deps, options, domain))
      }
    }
    await pause(clock, lookEveryMs, over)
  }
}

/**
 * Migrates a guest to the other host. Resolves when it has left; throws when the migration was aborted and the guest continues
 * here.
 */
export const sendGuest = async (
  deps: DriverDeps,
  options: LiveMigrationOptions,
  sent: Sent,
): Promise<void> => {
  const over = new AbortController()
  const watching = watch(deps, options, sent, over.signal)
  try {
    await perform(deps, options, sent)
  } finally {
    over.abort()
    await watching.catch(() => {})
  }
}
