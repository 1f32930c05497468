import type { HostedServer } from '@nimbo/contracts/compute-rpc/hosted-server'
import { isUuid } from '@nimbo/kernel/ids'

/** `i-0000001f` for the server whose domain is `instance-0000001f`. */
export const ec2InstanceId = ({ internalName }: Pick<HostedServer, 'internalName'>): string =>
  internalName.replace(/^instance-/, 'i-')

/**
 * `ami-6f0e5c3a` for an image whose id begins with these digits; undefined for what is no id. Nova numbers images in a table of
 * each cell, but nothing leads back from an id to an image since its EC2 API is gone, so the same digits everywhere serve guests
 * better.
 */
export const ec2ImageId = (kind: 'ami' | 'aki' | 'ari', imageId: string): string | undefined =>
  isUuid(imageId) ? `${kind}-${imageId.slice(0, 8)}` : undefined
