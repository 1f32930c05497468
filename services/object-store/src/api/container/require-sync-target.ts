import type { SwiftApp } from '../../app/app.ts'
import { readSyncTarget } from '../../domain/sync/sync-target.ts'
import { errors } from '../../errors.ts'

/** Throws when a container cannot be kept like what a request names; an empty value ends it. */
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

/** Throws where versions are kept: peers would be told of none. */
export const requireNoVersions = (metadata: Readonly<Record<string, string>>): void => {
  if (metadata['x-container-sync-to'] !== undefined && metadata['x-versions-enabled'] === 'True')
    throw errors.Invalid({
      reason: 'Cannot configure container sync on a container with object versioning configured.',
    })
}
