import type { Readable } from 'node:stream'

/**
 * The connector of a host: its name, its address, the protocols that it supports. `do_local_attach` is true where a service of
 * Cinder, rather than a guest, reads or writes the volume; `used_for` then says what for, since one host may do so for two
 * purposes at once.
 */
export type Connector = Readonly<Record<string, unknown>>

/** The connection to an exported volume; `data` is for the hypervisor driver that handles the type. */
export interface VolumeConnection {
  readonly driver_volume_type: string
  readonly data: Readonly<Record<string, unknown>>
}

/** Gibibytes. A back end that stores only written blocks is `thin`: it may provision more than its capacity. */
export interface Capacity {
  readonly totalGb: number
  readonly freeGb: number
  readonly thin: boolean
}

/** The data of an image that a volume is created from. */
export interface ImageContent {
  readonly content: Readable
  /** The image's disk format: `raw`, `qcow2`, `vmdk`, … */
  readonly format: string
}

/** The LUKS encryption of a volume, as in QEMU and Linux. The passphrase is written to no file that has a name, and no log. */
export interface VolumeLock {
  readonly passphrase: string
  /** The cipher in Linux's notation: `aes-xts-plain64`. */
  readonly cipher: string
  /** Bits. */
  readonly keySize: number
  /** The version of the LUKS format. Only empty volumes can be created with version 2. */
  readonly version: 1 | 2
}

/** The encryption of a volume and of its copy; one of them may have none. */
export interface VolumeLocks {
  readonly from?: VolumeLock | undefined
  readonly to?: VolumeLock | undefined
}

/** Operations on volumes. Each is idempotent, and leaves nothing incomplete when it fails. Sizes are in gibibytes. */
export interface MakesVolumes {
  /**
   * Creates an empty volume, encrypted if `lock` is given. The LUKS header takes a little of its size. A copy has the encryption
   * of its source.
   */
  create(id: string, sizeGb: number, lock?: VolumeLock): Promise<void>
  /**
   * Creates a volume from an image. `@nimbo/image-conversion` inspects the image before it is parsed as its format, and refuses
   * images that are unsafe, not of their format, or too large.
   */
  createFromImage(id: string, image: ImageContent, sizeGb: number, lock?: VolumeLock): Promise<void>
  /**
   * Clones a raw image that was inspected already, from its location in the image store, without copying its data. Returns false
   * if the back end cannot clone it.
   */
  cloneImage?(id: string, location: string, sizeGb: number): Promise<boolean>
  createFromVolume(id: string, sourceId: string, sizeGb: number): Promise<void>
  /**
   * Creates a volume from one that is exported to this host. With `locks`, what a guest sees is copied, from a volume with the
   * encryption `from` to one with `to`; without, the bytes as they are.
   */
  createFromConnection(
    id: string,
    connection: VolumeConnection,
    sizeGb: number,
    locks?: VolumeLocks,
  ): Promise<void>
  extend(id: string, sizeGb: number): Promise<void>
  /** Reads the whole content. */
  read(id: string): Promise<Readable>
  /** Succeeds when it does not exist. */
  remove(id: string): Promise<void>
}

export interface MakesSnapshots {
  create(id: string, volumeId: string): Promise<void>
  /**
   * Begins a snapshot of a volume that a guest may be writing to. Resolves to the path of an empty file of the volume's size, to
   * which the guest's host has to copy the volume before `keep`; or to undefined if the back end has taken the snapshot itself,
   * as of one point in time. Back ends whose `create` always does that leave this method out.
   */
  prepare?(id: string, volumeId: string): Promise<string | undefined>
  /** Makes a snapshot of the file that `prepare` created. Succeeds when it is one already. */
  keep?(id: string): Promise<void>
  /** Creates a volume from a snapshot of `ofVolumeId`. */
  createVolume(volumeId: string, snapshotId: string, sizeGb: number, ofVolumeId: string): Promise<void>
  /** Restores the content of the volume from the snapshot. */
  revert(volumeId: string, snapshotId: string): Promise<void>
  /** Succeeds when it does not exist. */
  remove(id: string, volumeId: string): Promise<void>
}

export interface ExportsVolumes {
  /** Exports the volume to a host. Idempotent: a second call for the same host returns the same export. */
  open(volumeId: string, connector: Connector): Promise<VolumeConnection>
  /** Succeeds when it is not exported. */
  close(volumeId: string, connector: Connector): Promise<void>
  /** Restores the exports that were open when an earlier process ended, and keeps them open. Left out if they need no upkeep. */
  begin?(): Promise<void>
  /** Ends the upkeep. Exports stay open for the hosts that use them. */
  stop?(): Promise<void>
}

/** A volume or snapshot on a back end, whether managed by this service or not. */
export interface Existing {
  /** Its name on the back end. */
  readonly name: string
  /** Gibibytes, rounded up. */
  readonly sizeGb: number
  /** The id under which this service created or adopted it, if the name contains that. */
  readonly id?: string
}

export interface ExistingSnapshot extends Existing {
  /** The volume that the snapshot belongs to, if the name contains that. */
  readonly volumeId?: string
}

/** Manages existing volumes and snapshots of a back end, and unmanages them. Every operation is idempotent. */
export interface AdoptsExisting {
  listVolumes(): Promise<readonly Existing[]>
  /**
   * Renames the volume `name` to this id, and rounds its size up to whole gibibytes. Hosts that have it open are not affected.
   */
  adoptVolume(id: string, name: string): Promise<{ readonly sizeGb: number }>
  /** Keeps the data, under the given name or one that the back end chooses. */
  releaseVolume(id: string, name?: string): Promise<void>
  listSnapshots(): Promise<readonly ExistingSnapshot[]>
  adoptSnapshot(id: string, volumeId: string, name: string): Promise<void>
  releaseSnapshot(id: string, volumeId: string, name?: string): Promise<void>
}

/** What an operator configured for a back end, for the scheduler. */
export interface BackendReport {
  /** The name that volume types use; by default its own name. */
  readonly volumeBackendName?: string | undefined
  /** Percent of the capacity that volumes must not use. */
  readonly reservedPercentage?: number
  /** Further capabilities by name, for matching with extra specs. */
  readonly further?: Readonly<Record<string, string>>
  readonly filterFunction?: string | undefined
  readonly goodnessFunction?: string | undefined
}

/** Storage on which volumes are created. */
export interface VolumeBackend {
  /** The part after the `@` in a volume's host: `file`. */
  readonly name: string
  /** The protocol of its exports: `file`, `iSCSI`. */
  readonly protocol: string
  readonly said?: BackendReport
  readonly volumes: MakesVolumes
  readonly snapshots: MakesSnapshots
  readonly exports: ExportsVolumes
  readonly existing: AdoptsExisting
  capacity(): Promise<Capacity>
}
