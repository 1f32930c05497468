import { errorCodes, isLibvirtError } from '@nimbo/libvirt/errors'
import { undefineFlags } from '@nimbo/libvirt/flags'
import { procedures } from '@nimbo/libvirt/procedures'
import type { DomainRef } from '@nimbo/libvirt/wire-types'
import type { DriverDeps } from './driver-deps.ts'
import { secretsIn, volumeSecrets } from './volume-secrets.ts'

/** Also removes the domain's managed save image, snapshots and UEFI variables. */
const withEverything =
  undefineFlags.managedSave |
  undefineFlags.snapshotsMetadata |
  undefineFlags.nvram |
  undefineFlags.checkpointsMetadata

/** Undefines a domain that does not run, and removes the secrets of its disks and its TPM on this host. */
export const undefineDomain =
  ({ session, domains, serialPorts }: Pick<DriverDeps, 'session' | 'domains' | 'serialPorts'>) =>
  async (domain: DomainRef): Promise<void> => {
    try {
      const secrets = secretsIn(await domains.xml(domain, 'inactive'))
      await session.call(procedures.domainUndefineFlags, { domain, flags: withEverything })
      await serialPorts?.forget(domain.uuid)
      for (const id of secrets) await volumeSecrets(session).forget(id)
    } catch (error) {
      if (!isLibvirtError(error, errorCodes.noDomain)) throw error
    }
  }
