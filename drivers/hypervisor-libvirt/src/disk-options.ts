import type { GuestDisk } from '@nimbo/local-guests/disk-layout'

/** libvirt's cache modes; all but `unsafe` keep what a guest has flushed. */
export const cacheModes = ['default', 'none', 'writethrough', 'writeback', 'directsync', 'unsafe'] as const
type CacheMode = (typeof cacheModes)[number]

/** libvirt's types of a disk's source on this host. */
export const sourceTypes = ['file', 'network'] as const
type SourceType = (typeof sourceTypes)[number]

/** How QEMU treats the disks of guests. */
export interface DiskOptions {
  /** The cache mode of disks by the type of their source; those left out are `writeback`. */
  readonly cacheModes: Readonly<Partial<Record<SourceType, CacheMode>>>
  /** Whether what a guest discards is given back to the host. */
  readonly discard: 'ignore' | 'unmap'
}

export const defaultDiskOptions: DiskOptions = { cacheModes: {}, discard: 'unmap' }

/**
 * Guests flush what must be durable, so using the host's page cache is safe; unlike O_DIRECT it works on every file
 * system. Disks that several guests write on are not cached, as in Nova.
 */
export const cacheModeOf = ({ source, shared }: GuestDisk, options: DiskOptions): CacheMode => {
  if (shared) return 'none'
  return options.cacheModes[source.type === 'file' ? 'file' : 'network'] ?? 'writeback'
}
