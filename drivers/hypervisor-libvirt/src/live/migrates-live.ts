import { access, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { MigratesLive } from '@nimbo/compute/driver/hypervisor'
import { pause } from '@nimbo/kernel/deadline'
import type { ServerId } from '@nimbo/kernel/ids'
import { ConnectionLost } from '@nimbo/libvirt/errors'
import { procedures } from '@nimbo/libvirt/procedures'
import type { DomainRef } from '@nimbo/libvirt/wire-types'
import { asideDirectory } from '@nimbo/local-guests/disks-aside'
import { errors } from '@nimbo/local-guests/errors'
import { isOfAnotherHost, takeServerDirectory } from '@nimbo/local-guests/server-directory'
import { serverPaths } from '@nimbo/local-guests/server-paths'
import type { DriverDeps } from '../driver-deps.ts'
import { tpmIn, tpmStates } from '../tpm-state.ts'
import { secretsIn, volumeSecrets } from '../volume-secrets.ts'
import { readLanding } from './landing.ts'
import type { LiveMigrationOptions } from './live-options.ts'
import { receiveGuest } from './receive.ts'
import { force, ifUnderWay, type Leaving, progressOf, sendGuest } from './send-guest.ts'

/** The file with the guest's XML on this host, kept with its disks after it has left. */
const definitionFile = 'domain.xml'
const lookEveryMs = 500

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )

/**
 * Migrates guests peer to peer between libvirtds, with the content of disks that are local to the host. The files of a guest that
 * has left are kept: when it cannot run on the destination, the server is restored here, powered off, with its disks as they were
 * when it left, and its TPM as it was when it began to leave. Hosts with shared storage copy nothing, and leave the files where they are.
 */
export const migratesLive = (deps: DriverDeps, options: LiveMigrationOptions): MigratesLive => {
  const { session, domains, instancesDir, host, clock, log } = deps
  const leaving = new Map<ServerId, Leaving>()
  const tpms = tpmStates(deps)

  const keepDefinition = async (id: ServerId, domain: DomainRef): Promise<void> => {
    const { directory } = serverPaths(instancesDir, id)
    await writeFile(join(directory, definitionFile), await domains.xml(domain, 'inactive'))
  }

  /** libvirt removes the domain of a guest that has left, but not its secrets. Whoever starts it here again brings them. */
  const forgetSecrets = async (id: ServerId): Promise<void> => {
    const { directory } = serverPaths(instancesDir, id)
    for (const place of [directory, asideDirectory(instancesDir, id)]) {
      const kept = join(place, definitionFile)
      if (!(await isThere(kept))) continue
      for (const secret of secretsIn(await readFile(kept, 'utf8')))
        await volumeSecrets(session).forget(secret)
    }
  }

  /** Waits for a migration that an earlier attempt has started. */
  const untilOver = async (
    domain: DomainRef,
    tell: Parameters<typeof sendGuest>[2]['tell'],
  ): Promise<void> => {
    for (;;) {
      const progress = await progressOf(deps, domain)
      if (progress === undefined) return
      await tell(progress)
      await pause(clock, lookEveryMs)
    }
  }

  const depart: MigratesLive['depart'] = async ({ id, landing: given, tell }) => {
    const { directory } = serverPaths(instancesDir, id)
    const aside = asideDirectory(instancesDir, id)
    const landing = readLanding(given)
    const wishes: Leaving = { aborted: false, forced: false }
    leaving.set(id, wishes)
    try {
      for (;;) {
        const underWay = await domains.find(id)
        if (underWay !== undefined) await untilOver(underWay, tell)
        const domain = await domains.find(id)
        if (domain === undefined) break
        if (wishes.aborted) return 'aborted'
        await keepDefinition(id, domain)
        await tpms.save(id, directory)
        try {
          await sendGuest(deps, options, { id, domain, landing, tell, wishes })
        } catch (error) {
          if ((await domains.find(id)) === undefined) break
          if (wishes.aborted) return 'aborted'
          // The result is unknown, since libvirtd continues without this process; try again.
          if (!(error instanceof ConnectionLost)) throw error
          log.warn({ server: id }, 'lost the connection to libvirt during a live migration')
        }
      }
    } finally {
      leaving.delete(id)
    }
    await forgetSecrets(id)
    if (landing.shared) return 'left'
    if (await isThere(directory)) await rename(directory, aside)
    else if (!(await isThere(aside))) throw errors.InstanceNotFound({ instanceId: id })
    return 'left'
  }

  return {
    receive: receiveGuest(deps, options),
    depart,
    abort: async (id) => {
      const wishes = leaving.get(id)
      if (wishes !== undefined) wishes.aborted = true
      const domain = await domains.find(id)
      if (domain !== undefined) await ifUnderWay(() => session.call(procedures.domainAbortJob, { domain }))
    },
    forceComplete: async (id) => {
      const wishes = leaving.get(id)
      if (wishes !== undefined) wishes.forced = true
      else {
        const domain = await domains.find(id)
        if (domain !== undefined && (await progressOf(deps, domain)) !== undefined)
          await ifUnderWay(() => force(deps, options, domain))
      }
    },
    sharesFiles: (id) => isOfAnotherHost(serverPaths(instancesDir, id).directory, host),
    land: async ({ id }) => {
      await domains.get(id)
      const { directory } = serverPaths(instancesDir, id)
      await takeServerDirectory(directory, host)
      await tpms.discard(directory)
    },
    stay: async (id) => {
      const { directory } = serverPaths(instancesDir, id)
      const aside = asideDirectory(instancesDir, id)
      const left = await isThere(aside)
      const domain = await domains.find(id)
      if (!left && domain !== undefined)
        return tpms.restore(id, tpmIn(await domains.xml(domain, 'inactive')), directory)
      const kept = join(left ? aside : directory, definitionFile)
      if (!(await isThere(kept))) return
      const xml = await readFile(kept, 'utf8')
      await session.call(procedures.domainDefineXmlFlags, { xml, flags: 0 })
      if (left) {
        await rm(directory, { recursive: true, force: true })
        await rename(aside, directory)
      } else await takeServerDirectory(directory, host)
      await tpms.restore(id, tpmIn(xml), directory)
    },
  }
}
