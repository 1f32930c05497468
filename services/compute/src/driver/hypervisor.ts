import type { DeviceType } from '@nimbo/contracts/compute-rpc/hosted-server'
import type { DeviceAddress } from '@nimbo/contracts/compute-rpc/device-address'
import type { ServerId } from '@nimbo/kernel/ids'
import type { JsonObject } from '@nimbo/kernel/json'
import type { EmptyDisk } from '../domain/block-devices/local-disks-of.ts'
import type { AsksGuests } from './asks-guests.ts'
import type { RescueDisk, RootDisk } from './boot-disk.ts'
import type { CpuTimes } from './cpu-times.ts'
import type { CopiesDisks } from './copies-disks.ts'
import type { DiagnosesServers } from './diagnostics.ts'
import type { FindsDevices } from './finds-devices.ts'
import type { GivesHostDevices, MediatedDevice } from './gives-host-devices.ts'
import type { GuestData } from './guest-data.ts'
import type { GuestCpus } from './guest-place.ts'
import type { Departure } from './live-migration.ts'
import type { NodeInventory } from './node-inventory.ts'
import type { PassedDevice } from './passed-device.ts'
import type { QuiescesGuests } from './quiesces-guests.ts'
import type { ServesConsoles } from './serves-consoles.ts'
import type { CephSource, VolumeSource } from './volume-source.ts'

/** Nova's power states, as numbers on the wire (`OS-EXT-STS:power_state`). */
export const powerStates = {
  noState: 0,
  running: 1,
  paused: 3,
  shutdown: 4,
  crashed: 6,
  suspended: 7,
} as const
export type PowerState = (typeof powerStates)[keyof typeof powerStates]

/** A network interface of a server, derived from its bound port. */
export interface Vif {
  readonly portId: string
  readonly macAddress: string
  /** The host's tap device: `tap` and the first 11 characters of the port id. */
  readonly deviceName: string
  /**
   * `bridge`: attach the tap to `bridgeName`; `user`: user-mode networking without a tap; `fake`: nothing is plugged;
   * the other types: the PCI device at `pciSlot`, a virtual function (`macvtap`: through a macvtap device) or a whole
   * physical function.
   */
  readonly type: 'bridge' | 'user' | 'fake' | 'hw_veb' | 'macvtap' | 'hostdev_physical'
  readonly pciSlot?: string
  readonly vlan?: number
  readonly bridgeName?: string
  /** `user`: the addresses that DHCP gives the guest, with their subnets. */
  readonly addresses?: readonly {
    readonly address: string
    readonly cidr: string
    readonly gateway?: string
  }[]
  readonly mtu: number
}

/** A volume as connected to the host. */
export interface DiskConnection {
  readonly volumeId: string
  readonly attachmentId: string
  /** For example `/dev/vdb`. */
  readonly device: string
  readonly bootIndex?: number
  /** `virtio`, `sata`, …; by the device name if absent. */
  readonly bus?: string
  /** A plain disk if absent. */
  readonly deviceType?: DeviceType
  readonly readOnly: boolean
  /** The volume is LUKS-encrypted; its passphrase was given to {@link AttachesDevices.keepKey}. */
  readonly encrypted?: true
  /** Other guests may write on the volume at the same time. */
  readonly multiattach?: true
  /** What the QoS specs of its type allow the guest, by their names: `read_iops_sec`, `total_bytes_sec`, … */
  readonly limits?: Readonly<Record<string, string>>
  readonly connection: VolumeSource
}

/** An empty local disk, deleted with the server. */
export type LocalDisk = EmptyDisk

/** Everything a hypervisor needs to build a server. Idempotent. */
export interface SpawnOrder extends GuestCpus, GuestData {
  readonly id: ServerId
  readonly node: string
  readonly name: string
  readonly memoryMb: number
  readonly rootDisk: RootDisk
  readonly rescueDisk?: RescueDisk
  /** From the flavor, for the domain's metadata; the disks themselves are in `localDisks`. */
  readonly ephemeralGb: number
  readonly swapMb: number
  /** Ephemeral and swap disks. Each keeps its position in the list. */
  readonly localDisks: readonly LocalDisk[]
  /** Flavor extra specs (`hw:…`, `fake:fail`). */
  readonly extraSpecs: Readonly<Record<string, string>>
  /** Image properties (`hw_disk_bus`, `os_type`, `hw_machine_type`, …). */
  readonly imageProperties: Readonly<Record<string, string>>
  readonly vifs: readonly Vif[]
  /** PCI devices of the host that the guest gets, without those of its interfaces. */
  readonly pciDevices?: readonly PassedDevice[]
  readonly mediatedDevices?: readonly MediatedDevice[]
  readonly volumes: readonly DiskConnection[]
  /** The owner in the domain's metadata element, as Nova writes it. */
  readonly owner: {
    readonly userName: string
    readonly projectName: string
    readonly flavorName: string
    readonly imageId?: string
  }
}

export interface DomainState {
  readonly id: ServerId
  readonly power: PowerState
}

/** A change that the hypervisor noticed by itself: a guest powered off, QEMU exited. */
export type LifecycleEvent = {
  readonly id: ServerId
  readonly event: 'started' | 'stopped' | 'paused' | 'resumed' | 'crashed'
}

/** The driver's life cycle, and the host's inventory. */
export interface ReportsHost {
  /**
   * Connects; events go to `onEvent` until `close`. Throws when the hypervisor cannot be reached. Drivers of a hypervisor in a
   * process of its own call `onUnreachable` each time that they cannot connect to it, now and later.
   */
  open(onEvent: (event: LifecycleEvent) => void, onUnreachable?: (reason: unknown) => void): Promise<void>
  close(): Promise<void>
  /** Every node of this driver. */
  inventory(): Promise<readonly NodeInventory[]>
  /** Every server with a domain on this host, running or not. */
  list(): Promise<readonly DomainState[]>
  /** Every server with files on this host, with or without a domain; left out by drivers without files. */
  leftFiles?(): Promise<readonly ServerId[]>
  /** Paths of the cached images that disks on this host need, also disks that are kept for a move. */
  baseImages(): Promise<readonly string[]>
  /** How busy the CPUs of the host have been, guests included. */
  cpuTimes(): Promise<CpuTimes>
}

export interface Spawns {
  /** Stores the passphrase of a server's TPM state before it is started; left out by drivers without TPMs. */
  keepTpmKey?(id: ServerId, passphrase: string): Promise<void>
  /**
   * Creates the root disk, plugs interfaces, defines the domain and starts it paused; resolves when it runs. `plugged` is called
   * when the taps exist; the guest is resumed when its promise resolves, that is, when Neutron has reported the ports active.
   * `addressed` gets the addresses of the devices, if they are known, before anything opens the config drive, which may then be rewritten.
   */
  spawn(
    order: SpawnOrder,
    plugged: () => Promise<void>,
    addressed?: (addresses: readonly DeviceAddress[]) => Promise<void>,
  ): Promise<void>
  /** Removes the domain and everything that `spawn` created, including disks kept for a move. Idempotent. */
  destroy(id: ServerId): Promise<void>
}

export interface RescuesServers {
  /** Boots the server from the rescue disk, with its own disks beside it. A server in rescue is started again. */
  rescue(order: SpawnOrder): Promise<void>
  /** Removes the rescue disk and boots the server from its own. Idempotent. */
  unrescue(order: SpawnOrder): Promise<void>
}

export interface PowersServers extends RescuesServers, AsksGuests {
  powerState(id: ServerId): Promise<PowerState>
  powerOn(order: SpawnOrder): Promise<void>
  /** Asks the guest to shut down and powers it off after `timeoutSeconds`; 0 powers it off at once. */
  powerOff(id: ServerId, timeoutSeconds: number): Promise<void>
  /**
   * `soft` asks the guest to reboot and falls back to `hard` after the timeout, or after the driver's own timeout, but
   * at most `longestSeconds`; `hard` creates the domain again from `order`.
   */
  reboot(
    order: SpawnOrder,
    type: 'soft' | 'hard',
    timeoutSeconds: number,
    longestSeconds?: number,
  ): Promise<void>
  pause(id: ServerId): Promise<void>
  unpause(id: ServerId): Promise<void>
  /** Saves the guest's memory to disk and stops it. Idempotent. */
  suspend(id: ServerId): Promise<void>
  /** Resumes a suspended guest; if its saved memory is lost, powers it on. */
  resume(order: SpawnOrder): Promise<void>
  /** Sends a non-maskable interrupt, at which a guest configured for it dumps its memory. */
  interrupt(id: ServerId): Promise<void>
}

/** What chooses the hardware of an interface: its model, queues and limits. */
export type InterfaceHardware = Pick<SpawnOrder, 'vcpus' | 'imageProperties' | 'extraSpecs'>

export interface AttachesDevices {
  /**
   * Stores the passphrase of an encrypted volume before it is attached; deleted when the volume is detached. Left out by drivers
   * without encryption.
   */
  keepKey?(volumeId: string, passphrase: string): Promise<void>
  /** Whether guests can use volumes that are encrypted with LUKS version 2. */
  readonly opensSecondLuks?: boolean
  /** Stores the key of a Ceph user, which several volumes may share. Left out by drivers without Ceph. */
  keepClusterKey?(source: CephSource): Promise<void>
  attachVolume(id: ServerId, disk: DiskConnection): Promise<void>
  detachVolume(id: ServerId, disk: DiskConnection): Promise<void>
  /**
   * Shows the guest a volume's new size in bytes, minus the LUKS header if encrypted. A guest that is off sees it at its next
   * start.
   */
  extendVolume(id: ServerId, disk: DiskConnection, bytes: number): Promise<void>
  /**
   * Copies a volume's content to another volume and lets the guest continue on that one under the same device name.
   * Does nothing if the guest already has the other volume. When this throws, the guest has the first one.
   */
  swapVolume(id: ServerId, from: DiskConnection, to: DiskConnection): Promise<void>
  /**
   * Copies a volume in a file to another existing file of the same size, as it is at one point in time, while the guest runs.
   * The copy of an encrypted volume is encrypted by the same key; its file has the LUKS header already. Can be repeated.
   */
  copyVolume(id: ServerId, from: DiskConnection, path: string): Promise<void>
  attachInterface(id: ServerId, vif: Vif, hardware?: InterfaceHardware): Promise<void>
  detachInterface(id: ServerId, vif: Vif): Promise<void>
}

/** Disks kept on a host while their server moves; read on that host or over the bus. */
export interface DisksAside {
  list(): Promise<readonly { readonly name: string; readonly bytes: number }[]>
  /** A range of a disk; undefined when it is all zeroes. */
  read(name: string, offset: number, length: number): Promise<Uint8Array | undefined>
}

/** How to create a server from kept disks. */
export interface TakenOver {
  readonly order: SpawnOrder
  /** Whether to start the guest, as before the move. */
  readonly running: boolean
  /** As in {@link Spawns.spawn}. */
  readonly plugged: () => Promise<void>
}

/** Moves servers' disks between hosts and flavors. All methods are idempotent. */
export interface MovesServers {
  /** Shuts the guest down and keeps its disks, to be read by another host or brought back. */
  setAside(id: ServerId, timeoutSeconds: number): Promise<void>
  /** The disks kept here for a server. */
  aside(id: ServerId): DisksAside
  /** Servers with disks kept here. */
  listAside(): Promise<readonly ServerId[]>
  /** Creates a server from the disks, resized to the order's sizes. */
  takeOver(disks: DisksAside, wanted: TakenOver): Promise<void>
  /** Restores the kept disks, and starts the guest if `running`. Succeeds if nothing is kept and the server is as it was. */
  bringBack(order: SpawnOrder, running: boolean): Promise<void>
  /** Deletes the kept disks only. Idempotent. */
  forgetAside(id: ServerId): Promise<void>
  /** Removes the domain and its disks, except kept ones. Idempotent. */
  abandon(id: ServerId): Promise<void>
}

/** Live migration. All methods are idempotent. */
export interface MigratesLive {
  /** Whether another host's files of a server are visible here, on shared storage; left out by drivers without files. */
  sharesFiles?(id: ServerId): Promise<boolean>
  /** Prepares this host for the guest; returns what the source host needs to send it. */
  receive(order: SpawnOrder): Promise<JsonObject>
  /**
   * Sends the guest. Afterwards its files on this host are kept, so that it can be brought back. `aborted`: the migration was
   * cancelled and the guest still runs here.
   */
  depart(departure: Departure): Promise<'left' | 'aborted'>
  /** Cancels the migration. Succeeds when none is running. */
  abort(id: ServerId): Promise<void>
  /** Forces the migration to complete, for example by pausing the guest. Succeeds when none is running. */
  forceComplete(id: ServerId): Promise<void>
  /** Makes the arrived guest permanent here; `left` are its files on the source host. */
  land(order: SpawnOrder, left: DisksAside): Promise<void>
  /** Restores the guest on this host after a failed migration. Does nothing if it never left. */
  stay(id: ServerId): Promise<void>
}

export interface Hypervisor {
  readonly host: ReportsHost
  readonly spawning: Spawns
  /** Those of guests whose image names none, by architecture; recorded with servers. Left out where they never change. */
  readonly machineTypes?: Readonly<Record<string, string>>
  readonly power: PowersServers
  readonly copies: CopiesDisks
  readonly consoles: ServesConsoles
  readonly diagnoses: DiagnosesServers
  readonly devices: AttachesDevices
  /** Left out by drivers that do not know the addresses of devices. */
  readonly finding?: FindsDevices
  readonly moves: MovesServers
  /** Left out by drivers whose guests have no agent. */
  readonly quiesces?: QuiescesGuests
  /** Left out by drivers that cannot give devices of the host to guests. */
  readonly hostDevices?: GivesHostDevices
  /** Left out by drivers without live migration. */
  readonly live?: MigratesLive
}
