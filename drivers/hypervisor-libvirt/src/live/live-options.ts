import { migrateFlags } from '@nimbo/libvirt/flags'
import type { TypedParam } from '@nimbo/libvirt/typed-params'

/** Options of live migrations: `[libvirt] live_migration_*`. */
export interface LiveMigrationOptions {
  /** The URI of the destination's libvirtd, with `%s` for its address. */
  readonly uri?: string
  /** `tcp`, `tls` or `ssh`; used to build the URI when none is configured. */
  readonly scheme?: string
  /** The address under which other hosts reach this one; by default its name. */
  readonly inboundAddress?: string
  /** The maximum pause of a guest at the end of its migration. */
  readonly downtimeMs: number
  /** Seconds per GiB of memory and disk until `timeoutAction`; 0 is no limit. */
  readonly completionTimeout: number
  readonly timeoutAction: 'abort' | 'force_complete'
  readonly permitPostCopy: boolean
  readonly permitAutoConverge: boolean
  /** MiB per second; 0 is no limit. */
  readonly bandwidthMib: number
  /** Connections over which memory is sent at the same time. */
  readonly connections: number
  /** Whether QEMU encrypts what it sends to QEMU, with the certificates in its own configuration. */
  readonly nativeTls: boolean
}

export const defaultLiveOptions: LiveMigrationOptions = {
  ...{ downtimeMs: 500, completionTimeout: 800, timeoutAction: 'abort' },
  ...{ permitPostCopy: false, permitAutoConverge: false },
  ...{ bandwidthMib: 0, connections: 1, nativeTls: false },
}

/** The flags of a migration that the options decide. */
export const flagsOf = (options: LiveMigrationOptions): number => {
  const { autoConverge, postCopy, tls, parallel } = migrateFlags
  return (
    (options.permitAutoConverge ? autoConverge : 0) +
    (options.permitPostCopy ? postCopy : 0) +
    (options.nativeTls ? tls : 0) +
    (options.connections > 1 ? parallel : 0)
  )
}

/** The parameters of a migration that the options decide. */
export const paramsOf = ({ bandwidthMib, connections }: LiveMigrationOptions): readonly TypedParam[] => [
  ...(bandwidthMib > 0
    ? [{ field: 'bandwidth', value: { type: 'ullong', value: BigInt(bandwidthMib) } } as const]
    : []),
  ...(connections > 1
    ? [{ field: 'parallel.connections', value: { type: 'int', value: connections } } as const]
    : []),
]

/** An address as URIs have it: IPv6 in brackets. */
const inUri = (address: string): string => (/^[^[]+:/.test(address) ? `[${address}]` : address)

/** The libvirt URI of the host at an address. */
export const destinationUri = (
  { uri, scheme }: Pick<LiveMigrationOptions, 'uri' | 'scheme'>,
  address: string,
): string => (uri ?? `qemu+${scheme ?? 'tcp'}://%s/system`).replace('%s', inUri(address))

/** Where QEMU of the host at an address receives the guest. */
export const migrationUri = (address: string): string => `tcp://${inUri(address)}`
