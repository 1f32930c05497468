import type { SwiftApp } from '../../app/app.ts'
import { readSyncTarget } from '../../domain/sync/sync-target.ts'
import { errors } from '../../errors.ts'

/**
 * Validates `X-Container-Sync-To`. Throws when it is invalid or not allowed; an empty value, which ends the synchronization, is
 * valid.
 */
export const requireSyncTarget = ({ config, realms }: SwiftApp, to: string | undefined): void => {
  if (to === undefined || to === '') return
  if (!config['filter:container_sync'].allow_full_urls && !to.startsWith('//'))
    throw errors.Invalid({
      reason:
        'Full URLs are not allowed for X-Container-Sync-To values. Only realm values of the format //realm/cluster/account/container are allowed.\n',
    })
  const target = readSyncTarget(to, { realms: realms(), hosts: config.DEFAULT.allowed_sync_hosts })
  if (typeof target === 'string') throw errors.Invalid({ reason: target })
}

/** Throws when a container has both container sync and object versioning: peers would not receive the versions. */
export const requireNoVersions = (metadata: Readonly<Record<string, string>>): void => {
  if (metadata['x-container-sync-to'] !== undefined && metadata['x-versions-enabled'] === 'True')
    throw errors.Invalid({
      reason: 'Cannot configure container sync on a container with object versioning configured.',
    })
}
