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
}

export const defaultLiveOptions: LiveMigrationOptions = {
  ...{ downtimeMs: 500, completionTimeout: 800, timeoutAction: 'abort' },
  ...{ permitPostCopy: false, permitAutoConverge: false },
}

/** An address as URIs have it: IPv6 in brackets. */
const inUri = (address: string): string => (/^[^[]+:/.test(address) ? `[${address}]` : address)

/** The libvirt URI of the host at an address. */
export const destinationUri = (
  { uri, scheme }: Pick<LiveMigrationOptions, 'uri' | 'scheme'>,
  address: string,
): string => (uri ?? `qemu+${scheme ?? 'tcp'}://%s/system`).replace('%s', inUri(address))

/** Where QEMU of the host at an address receives the guest. */
export const migrationUri = (address: string): string => `tcp://${inUri(address)}`
