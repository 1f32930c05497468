import { defaultDiskOptions, type DiskOptions } from './disk-options.ts'
import type { InjectionOptions } from './injection-options.ts'

/** Where the serial number in a guest's SMBIOS comes from: nowhere, the host's system or board, or the server's id. */
export type SerialSource = 'none' | 'os' | 'hardware' | 'auto' | 'unique'

/** The options, most of the section `[libvirt]`, that decide how guests are defined. */
export interface GuestOptions {
  readonly cpu: CpuOptions
  /** The machine type of servers whose image names none, by architecture. */
  readonly machineTypes: Readonly<Record<string, string>>
  readonly serial: SerialSource
  /** The device of the host that guests get their randomness from. */
  readonly rngDevice: string
  /** The pointer of servers whose image names none: a tablet, or the mouse that every PC has. */
  readonly pointerModel: 'usbtablet' | 'ps2mouse'
  readonly disks: DiskOptions
  /** What is written into the disks of new guests; undefined: nothing. */
  readonly injection?: InjectionOptions
  /** Who may own the secrets of TPMs here. */
  readonly tpmSecretSecurity: readonly string[]
  /** Ports of a q35 machine: unlike the PCI slots of `pc`, its PCI Express ports must exist before a device is hot-plugged. */
  readonly expressPorts: number
  /** How long a guest has to shut down for a soft reboot before its power is cut. */
  readonly softRebootSeconds: number
  /** How often the ACPI power button is pressed: a guest may be too busy to notice, or not handle it yet. */
  readonly shutdownRetrySeconds: number
  /** How often a running guest is requested to release a device, and how long each attempt waits. */
  readonly detachAttempts: number
  readonly detachTimeoutSeconds: number
}

/** The CPU that guests see. */
export interface CpuOptions {
  /** Left out: the host's model with KVM, QEMU's own with emulation. */
  readonly mode?: 'custom' | 'host-model' | 'host-passthrough' | 'maximum' | 'none'
  /** For the mode `custom`: CPU models, of which guests get the first. */
  readonly models: readonly string[]
  /** CPU features to add to the model; a leading `-` removes one. */
  readonly extraFlags: readonly string[]
}

export const defaultGuestOptions: GuestOptions = {
  cpu: { models: [], extraFlags: [] },
  machineTypes: {},
  serial: 'unique',
  rngDevice: '/dev/urandom',
  pointerModel: 'usbtablet',
  disks: defaultDiskOptions,
  tpmSecretSecurity: ['user', 'host', 'deployment'],
  expressPorts: 16,
  softRebootSeconds: 120,
  shutdownRetrySeconds: 10,
  ...{ detachAttempts: 8, detachTimeoutSeconds: 20 },
}
