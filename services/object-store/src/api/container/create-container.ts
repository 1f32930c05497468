import { newId } from '@nimbo/kernel/ids'
import { bytes } from '@nimbo/http/reply'
import type { SwiftApp } from '../../app/app.ts'
import { defaultPolicy, findPolicy } from '../../app/storage/find-policy.ts'
import { notePeer } from '../../app/sync/note-change.ts'
import type { Container, Containers } from '../../db/containers.ts'
import { mergedMetadata } from '../../domain/metadata.ts'
import { requireMetadata } from '../../domain/metadata-limits.ts'
import { requireNames } from '../../domain/resource-path.ts'
import { timestampNow } from '../../domain/timestamps.ts'
import type { StoragePolicy } from '../../driver/storage-policy.ts'
import { errors } from '../../errors.ts'
import type { ObjectHandler } from '../object-request.ts'
import { requireAccount } from '../require.ts'
import { containerChanges } from './container-changes.ts'
import { requireNoVersions } from './require-sync-target.ts'

/** Creates a container (201), or changes the metadata of an existing one (202). */
export const createContainer =
  (app: SwiftApp): ObjectHandler =>
  async (request) => {
    const account = await requireAccount(app, request)
    const { container: name = '' } = request
    const limits = app.config['swift-constraints']
    requireNames(request, limits)
    const changes = containerChanges(app, request)
    const asked = request.headers['x-storage-policy']
    const policy = policyAsked(app, asked)
    const now = timestampNow(app.clock)
    const isNew = await app.unit(async (records) => {
      const { accounts, containers } = records
      await accounts.create(account)
      const metadata = mergedMetadata({}, changes)
      requireMetadata(metadata, 'x-container-meta-', limits)
      requireNoVersions(metadata)
      const fresh = {
        ...{ id: newId<never>(), account: account.name, name, createdAt: now, updatedAt: now, metadata },
        ...{ policy: policy.name, objectCount: 0, bytesUsed: 0 },
      }
      if (await containers.create(fresh)) return true
      const before = await taken(containers, account.name, name)
      if (!before) throw errors.Conflict({ reason: '' })
      if (asked !== undefined && findPolicy(app.policies, before.policy) !== policy)
        throw errors.Conflict({ reason: '' })
      const merged = mergedMetadata(before.metadata, changes)
      requireMetadata(merged, 'x-container-meta-', limits)
      requireNoVersions(merged)
      await notePeer(records, before, { id: before.id, metadata: merged })
      await containers.setMetadata(before.id, merged, now)
      return false
    })
    return bytes(isNew ? 201 : 202, '', { 'content-type': 'text/html; charset=UTF-8' })
  }

/** An existing container, whose row is locked before it is read, so that no change of its metadata gets lost. */
const taken = async (
  containers: Containers,
  account: string,
  name: string,
): Promise<Container | undefined> => {
  const found = await containers.find(account, name)
  return found && (await containers.take(found.id)) ? containers.find(account, name) : undefined
}

/** The storage policy that a request names, else the default policy. */
const policyAsked = ({ policies }: SwiftApp, asked: string | undefined): StoragePolicy => {
  if (asked === undefined || asked === '') return defaultPolicy(policies)
  const policy = findPolicy(policies, asked)
  if (!policy) throw errors.Invalid({ reason: `Invalid X-Storage-Policy '${asked}'` })
  if (policy.isDeprecated) throw errors.Invalid({ reason: `Storage Policy '${asked}' is deprecated` })
  return policy
}
