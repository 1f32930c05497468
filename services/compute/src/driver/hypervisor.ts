import type { ServerId } from '@nimbo/kernel/ids'
import type { JsonObject } from '@nimbo/kernel/json'
import type { EmptyDisk } from '../domain/block-devices/local-disks-of.ts'
import type { AsksGuests } from './asks-guests.ts'
import type { DiagnosesServers } from './diagnostics.ts'
import type { Departure } from './live-migration.ts'
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

/** One hypervisor node that an agent stands for; the fake driver can have many. */
export interface NodeInventory {
  /** Hypervisor host name: the name of the resource provider. Unique and lasting. */
  readonly node: string
  readonly vcpus: number
  readonly memoryMb: number
  readonly diskGb: number
  readonly hypervisorType: string
  /** Six digits and more, as libvirt has it: 7.2.0 is 7002000. */
  readonly hypervisorVersion: number
  readonly cpuInfo: JsonObject
  /** Standard traits of the host, e.g. `COMPUTE_NODE`, `HW_CPU_X86_SSE`. */
  readonly traits: readonly string[]
  /** `[arch, virt type, mode]` triples, e.g. `['x86_64', 'qemu', 'hvm']`, for ImagePropertiesFilter. */
  readonly supportedInstances: readonly (readonly [string, string, string])[]
}

/** A network interface of a server, as the bound port describes it. */
export interface Vif {
  readonly portId: string
  readonly macAddress: string
  /** Name of the host's tap device for it: `tap` and the first 11 characters of the port id. */
  readonly deviceName: string
  /** `bridge`: join the tap to `bridgeName`; `user`: a network of the guest's own, without a tap; `fake`: nothing is plugged. */
  readonly type: 'bridge' | 'user' | 'fake'
  readonly bridgeName?: string
  /** `user`: what the guest is to be given by DHCP, each with its subnet. */
  readonly addresses?: readonly {
    readonly address: string
    readonly cidr: string
    readonly gateway?: string
  }[]
  readonly mtu: number
}

/** A volume as the host reaches it. */
export interface DiskConnection {
  readonly volumeId: string
  readonly attachmentId: string
  /** `/dev/vdb`. */
  readonly device: string
  readonly bootIndex?: number
  /** `virtio`, `sata`, …; as its device name says if absent. */
  readonly bus?: string
  readonly readOnly: boolean
  /** Its content is LUKS, and opened by what {@link AttachesDevices.keepKey} was told of the volume. */
  readonly encrypted?: true
  readonly connection: VolumeSource
}

/**
 * Where the root disk comes from: a file of the image cache, which the agent has inspected, or the volume with boot index 0.
 * With an image, `bytes` are those of the disk, which has room for it.
 */
export type RootDisk =
  | {
      readonly from: 'image'
      readonly cachedImagePath: string
      readonly cachedImageFormat: 'raw' | 'qcow2'
      readonly bytes: number
    }
  | { readonly from: 'volume' }

/** A disk made of a file of the image cache, with room for it. */
export type DiskFromImage = Omit<Extract<RootDisk, { readonly from: 'image' }>, 'from'>

/** An empty disk on the host's own disk, which ends with the server. */
export type LocalDisk = EmptyDisk

/** All a hypervisor needs to build one server. Building it twice is the same as once. */
export interface SpawnOrder {
  readonly id: ServerId
  readonly node: string
  readonly name: string
  readonly vcpus: number
  readonly memoryMb: number
  readonly rootDisk: RootDisk
  /** From which the server starts instead of its root disk, while it is rescued. */
  readonly rescueDisk?: DiskFromImage
  /** As the flavor has them, for people who look with virsh; what there is of them is among the local disks. */
  readonly ephemeralGb: number
  readonly swapMb: number
  /** Beside the root disk. Each keeps its place in the list for as long as the server lives. */
  readonly localDisks: readonly LocalDisk[]
  /** Flavor extra specs (`hw:…`, `fake:fail`). */
  readonly extraSpecs: Readonly<Record<string, string>>
  /** Image properties (`hw_disk_bus`, `os_type`, `hw_machine_type`, …). */
  readonly imageProperties: Readonly<Record<string, string>>
  readonly vifs: readonly Vif[]
  readonly volumes: readonly DiskConnection[]
  /** Path of the finished config drive (ISO 9660, label config-2), if it has one. */
  readonly configDrivePath?: string
  /** What nova writes into the domain's metadata element, for people who look with virsh. */
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

/** A change of a server that the hypervisor saw by itself: a guest that powered off, a QEMU that died. */
export type LifecycleEvent = {
  readonly id: ServerId
  readonly event: 'started' | 'stopped' | 'paused' | 'resumed' | 'crashed'
}

/** Life cycle of the driver itself, and what the host has. */
export interface ReportsHost {
  /** Connects; events go to `onEvent` until `close`. Throws when the hypervisor can't be reached. */
  open(onEvent: (event: LifecycleEvent) => void): Promise<void>
  close(): Promise<void>
  /** Every node this driver stands for. */
  inventory(): Promise<readonly NodeInventory[]>
  /** Every server that has a domain here, running or not. */
  list(): Promise<readonly DomainState[]>
  /** Every server of which there are files here, with a domain or without; drivers that keep no files have none. */
  leftFiles?(): Promise<readonly ServerId[]>
}

export interface Spawns {
  /** Tells what opens the state of a server's TPM, before it is started; drivers that have no TPMs leave it out. */
  keepTpmKey?(id: ServerId, passphrase: string): Promise<void>
  /**
   * Makes the root disk, plugs interfaces, defines and starts the domain, and resolves when it runs.
   * `plugged` is called when the taps exist and before the guest runs; its promise ends when network has said that the
   * ports are up. The domain is started paused until then, as nova does.
   */
  spawn(order: SpawnOrder, plugged: () => Promise<void>): Promise<void>
  /** Ends the domain and removes everything `spawn` made, and what was set aside. Nothing there is a success. */
  destroy(id: ServerId): Promise<void>
}

export interface RescuesServers {
  /** Starts the server from the order's rescue disk, beside which it has its own. One that is rescued already is started anew. */
  rescue(order: SpawnOrder): Promise<void>
  /** Ends that and removes the rescue disk; the server starts from its own. One that is not rescued runs. */
  unrescue(order: SpawnOrder): Promise<void>
}

export interface PowersServers extends RescuesServers, AsksGuests {
  powerState(id: ServerId): Promise<PowerState>
  powerOn(order: SpawnOrder): Promise<void>
  /** Asks the guest to shut down and waits up to `timeoutSeconds`, then pulls the plug; 0 pulls it at once. */
  powerOff(id: ServerId, timeoutSeconds: number): Promise<void>
  /** `soft` asks the guest and falls back to hard after the timeout; `hard` recreates the domain from `order`. */
  reboot(order: SpawnOrder, type: 'soft' | 'hard', timeoutSeconds: number): Promise<void>
  pause(id: ServerId): Promise<void>
  unpause(id: ServerId): Promise<void>
  /** Writes the guest's memory to the host's disk and ends it. One that is suspended already stays so. */
  suspend(id: ServerId): Promise<void>
  /** Lets a suspended guest go on; one whose memory is lost is powered on. */
  resume(order: SpawnOrder): Promise<void>
  /** Gives the guest an interrupt that it cannot mask, on which it dumps its memory if it was set up so. */
  interrupt(id: ServerId): Promise<void>
}

/** A copy of a disk in a file of its own. */
export interface DiskCopy {
  readonly path: string
  readonly format: 'raw' | 'qcow2'
}

export interface CopiesDisks {
  /**
   * Copies the root disk of a server as it is at one moment; a guest that runs goes on meanwhile. What an earlier try left of a
   * copy of that name is made anew.
   */
  copyRootDisk(id: ServerId, name: string): Promise<DiskCopy>
  /** Removes a copy. Nothing there is a success. */
  removeCopy(id: ServerId, name: string): Promise<void>
}

export interface ServesConsoles {
  /** Last part of the serial log, at most `maxBytes`. */
  consoleOutput(id: ServerId, maxBytes: number): Promise<string>
  /** Where VNC listens on this host, or undefined if the server has none. */
  vncConsole(id: ServerId): Promise<{ readonly host: string; readonly port: number } | undefined>
  /** Where the serial port listens, or undefined if the server has none; drivers that have it nowhere leave this out. */
  serialConsole?(id: ServerId): Promise<{ readonly host: string; readonly port: number } | undefined>
}

export interface AttachesDevices {
  /** Tells what opens an encrypted volume, before it is here; it is forgotten when the volume leaves. Drivers that open none leave it out. */
  keepKey?(volumeId: string, passphrase: string): Promise<void>
  /** The same of a volume in Ceph: the key of its user, which several volumes may have in common. Drivers that need none leave it out. */
  keepClusterKey?(source: CephSource): Promise<void>
  attachVolume(id: ServerId, disk: DiskConnection): Promise<void>
  detachVolume(id: ServerId, disk: DiskConnection): Promise<void>
  /** The guest sees a disk of so many bytes, which the volume has already; its lock takes a little of them. One that does not run sees it at its next start. */
  extendVolume(id: ServerId, disk: DiskConnection, bytes: number): Promise<void>
  /**
   * The guest goes on with another volume under the same device name; what it wrote to the first is on the second. Where it has that
   * one already, nothing happens. When this throws, it has the first.
   */
  swapVolume(id: ServerId, from: DiskConnection, to: DiskConnection): Promise<void>
  attachInterface(id: ServerId, vif: Vif): Promise<void>
  detachInterface(id: ServerId, vif: Vif): Promise<void>
}

/** The disks of one server that were set aside on some host, this one or another. */
export interface DisksAside {
  list(): Promise<readonly { readonly name: string; readonly bytes: number }[]>
  /** A piece of one; undefined where it is all zeroes. */
  read(name: string, offset: number, length: number): Promise<Uint8Array | undefined>
}

/** What is made of disks that were set aside. */
export interface TakenOver {
  readonly order: SpawnOrder
  /** Whether the guest is to run; as it did before. */
  readonly running: boolean
  /** As of {@link Spawns.spawn}. */
  readonly plugged: () => Promise<void>
}

/** Moves the disks of servers between hosts, and between flavors. All of it bears repeating. */
export interface MovesServers {
  /** Shuts the guest down and keeps its disks aside, from where they can be read, or brought back. */
  setAside(id: ServerId, timeoutSeconds: number): Promise<void>
  /** What was set aside here of a server. */
  aside(id: ServerId): DisksAside
  /** Servers of which something is set aside here. */
  listAside(): Promise<readonly ServerId[]>
  /** Makes a server of the disks, as large as the order wants them. */
  takeOver(disks: DisksAside, wanted: TakenOver): Promise<void>
  /** Puts the disks back and starts the guest, if it is to run. Nothing aside, and the server as it was, is a success. */
  bringBack(order: SpawnOrder, running: boolean): Promise<void>
  /** Removes what was set aside, and no more. Nothing there is a success. */
  forgetAside(id: ServerId): Promise<void>
  /** Ends the domain and removes its disks, but not what was set aside. Nothing there is a success. */
  abandon(id: ServerId): Promise<void>
}

/** Takes guests to other hosts while they run. All of it bears repeating. */
export interface MigratesLive {
  /** Whether the files of a server that another host has are here too, on storage that both share; drivers without files leave it out. */
  sharesFiles?(id: ServerId): Promise<boolean>
  /** Makes ready what the guest will need here; gives what the host that has it must know to send it. */
  receive(order: SpawnOrder): Promise<JsonObject>
  /**
   * Sends the guest. Once it has left, what this host has of it lies aside, from where it can be brought back. One that has left
   * already has left; `aborted` was broken off, and runs on here.
   */
  depart(departure: Departure): Promise<'left' | 'aborted'>
  /** Breaks off its departure. None under way is a success. */
  abort(id: ServerId): Promise<void>
  /** Has it leave now, though it waits meanwhile. None under way is a success. */
  forceComplete(id: ServerId): Promise<void>
  /** The guest is here, and all of it lasts; `left` is what the other host has aside of it. */
  land(order: SpawnOrder, left: DisksAside): Promise<void>
  /** The guest is here again as it was when it left. One that never left is let be. */
  stay(id: ServerId): Promise<void>
}

export interface Hypervisor {
  readonly host: ReportsHost
  readonly spawning: Spawns
  readonly power: PowersServers
  readonly copies: CopiesDisks
  readonly consoles: ServesConsoles
  readonly diagnoses: DiagnosesServers
  readonly devices: AttachesDevices
  readonly moves: MovesServers
  /** Drivers that cannot leave it out. */
  readonly live?: MigratesLive
}
