/** How guests go to other hosts while they run: `[libvirt] live_migration_*`. */
export interface LiveMigrationOptions {
  /** Of the other host's libvirtd, whose address takes the place of `%s`. */
  readonly uri?: string
  /** `tcp`, `tls`, `ssh`: makes the URI where none is given. */
  readonly scheme?: string
  /** Where other hosts reach this one; by its name unless given. */
  readonly inboundAddress?: string
  /** The longest that a guest may stand still in the end. */
  readonly downtimeMs: number
  /** Seconds for each GiB of memory and disk until `timeoutAction`; 0 sets no limit. */
  readonly completionTimeout: number
  readonly timeoutAction: 'abort' | 'force_complete'
  readonly permitPostCopy: boolean
  readonly permitAutoConverge: boolean
}

export const defaultLiveOptions: LiveMigrationOptions = {
  ...{ downtimeMs: 500, completionTimeout: 800, timeoutAction: 'abort' },
  ...{ permitPostCopy: false, permitAutoConverge: false },
}

/** The libvirtd at an address, as the one here is to reach it. */
export const destinationUri = ({ uri, scheme }: LiveMigrationOptions, address: string): string =>
  (uri ?? `qemu+${scheme ?? 'tcp'}://%s/system`).replace('%s', address)
