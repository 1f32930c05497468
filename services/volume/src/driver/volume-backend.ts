import type { Readable } from 'node:stream'

/** A compute host that wants to reach a volume: its name, its address, what it can speak. */
export type Connector = Readonly<Record<string, unknown>>

/** How a compute host reaches an exported volume; `data` is for the hypervisor driver that knows the type. */
export interface VolumeConnection {
  readonly driver_volume_type: string
  readonly data: Readonly<Record<string, unknown>>
}

/** Gibibytes. A back end that stores only what was written is `thin`: more may be promised than there is. */
export interface Capacity {
  readonly totalGb: number
  readonly freeGb: number
  readonly thin: boolean
}

/** An image's bytes on their way into a volume. */
export interface ImageContent {
  readonly content: Readable
  /** The image's disk format: `raw`, `qcow2`, `vmdk`, … */
  readonly format: string
}

/** What a volume is locked with: LUKS, as QEMU and Linux have it. The passphrase is in no file and no log. */
export interface VolumeLock {
  readonly passphrase: string
  /** As Linux calls it: `aes-xts-plain64`. */
  readonly cipher: string
  /** Bits. */
  readonly keySize: number
}

/** Every operation may be repeated, and leaves nothing half-made when it fails. Sizes are in gibibytes. */
export interface MakesVolumes {
  /** Locked from the start where a lock is given; its header takes a little of its size, as everywhere. A copy is locked as what it is a copy of. */
  create(id: string, sizeGb: number, lock?: VolumeLock): Promise<void>
  /**
   * Inspects the image before anything reads it as its format: `@nimbo/image-conversion` does. One that is not safe, not of its
   * format or too large is refused by a fault that says so.
   */
  createFromImage(id: string, image: ImageContent, sizeGb: number, lock?: VolumeLock): Promise<void>
  /**
   * Made of an image by where its store says that it lies, without a copy of its bytes: it must be a raw disk that was judged. False where
   * the back end cannot share it.
   */
  cloneImage?(id: string, location: string, sizeGb: number): Promise<boolean>
  createFromVolume(id: string, sourceId: string, sizeGb: number): Promise<void>
  /** Of what another back end exports to this host. */
  createFromConnection(id: string, connection: VolumeConnection, sizeGb: number): Promise<void>
  extend(id: string, sizeGb: number): Promise<void>
  /** All that it holds, from its first byte to its last. */
  read(id: string): Promise<Readable>
  /** Nothing there is a success. */
  remove(id: string): Promise<void>
}

export interface MakesSnapshots {
  create(id: string, volumeId: string): Promise<void>
  /** `ofVolumeId` is the volume that the snapshot was taken of. */
  createVolume(volumeId: string, snapshotId: string, sizeGb: number, ofVolumeId: string): Promise<void>
  /** The volume holds again what it held when the snapshot was taken. */
  revert(volumeId: string, snapshotId: string): Promise<void>
  /** Nothing there is a success. */
  remove(id: string, volumeId: string): Promise<void>
}

export interface ExportsVolumes {
  /** Makes the volume reachable from a host; again for the same host is the same export. */
  open(volumeId: string, connector: Connector): Promise<VolumeConnection>
  /** Not exported is a success. */
  close(volumeId: string, connector: Connector): Promise<void>
}

/** What lies on a back end, whoever put it there. */
export interface Existing {
  /** How the back end calls it. */
  readonly name: string
  /** Gibibytes, rounded up. */
  readonly sizeGb: number
  /** The id under which the service made or adopted it, where its name tells that. */
  readonly id?: string
}

export interface ExistingSnapshot extends Existing {
  /** The volume it is a snapshot of, where its name tells that. */
  readonly volumeId?: string
}

/** Puts what lies on a back end under the service's care, and gives it back. Every operation may be repeated. */
export interface AdoptsExisting {
  listVolumes(): Promise<readonly Existing[]>
  /** What is called `name` has the id from now on, and a whole number of gibibytes. Who has it open goes on as before. */
  adoptVolume(id: string, name: string): Promise<{ readonly sizeGb: number }>
  /** The data stays, called `name` or what the back end chooses. */
  releaseVolume(id: string, name?: string): Promise<void>
  listSnapshots(): Promise<readonly ExistingSnapshot[]>
  adoptSnapshot(id: string, volumeId: string, name: string): Promise<void>
  releaseSnapshot(id: string, volumeId: string, name?: string): Promise<void>
}

/** What an operator says of a back end, for the scheduler to heed. */
export interface SaidOfBackend {
  /** What types of volumes call it; its own name unless said. */
  readonly volumeBackendName?: string | undefined
  /** Percent of its capacity that no volume gets. */
  readonly reservedPercentage?: number
  /** What else it can. */
  readonly further?: Readonly<Record<string, string>>
  readonly filterFunction?: string | undefined
  readonly goodnessFunction?: string | undefined
}

/** Storage that volumes are made on. */
export interface VolumeBackend {
  /** The part behind the `@` in a volume's host: `file`. */
  readonly name: string
  /** How its volumes are reached: `file`, `iSCSI`. */
  readonly protocol: string
  readonly said?: SaidOfBackend
  readonly volumes: MakesVolumes
  readonly snapshots: MakesSnapshots
  readonly exports: ExportsVolumes
  readonly existing: AdoptsExisting
  capacity(): Promise<Capacity>
}
