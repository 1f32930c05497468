import type { SpawnOrder } from '@nimbo/compute/driver/hypervisor'
import { diskLayout, type GuestDisk } from '@nimbo/local-guests/disk-layout'
import {
  wantedRandomness,
  wantedSound,
  wantedVideoRamMb,
  wantsBootMenu,
  wantsGuestAgent,
} from '@nimbo/local-guests/wanted-hardware'
import type { ServerPaths } from '@nimbo/local-guests/server-paths'
import { clockElement, featuresElement } from './features-xml.ts'
import { cpuElement, cpuTuneElement, vcpuElement } from './cpu-xml.ts'
import { diskElement } from './disk-xml.ts'
import type { GuestOptions } from './guest-options.ts'
import { hostdevElements } from './hostdev-xml.ts'
import { hasUsbInput, inputElements } from './input-xml.ts'
import { interfaceElement } from './interface-xml.ts'
import { iommuElement } from './iommu-xml.ts'
import { metadataElement } from './metadata-xml.ts'
import { usualArchitecture } from './machine-type.ts'
import { hasSmbios, sysinfoElement } from './sysinfo-xml.ts'
import type { ServedSerialPorts } from './serial/serial-options.ts'
import { serialElements } from './serial/serial-xml.ts'
import { type SpiceOptions, spiceElements } from './spice.ts'
import { bootsSecurely, tpmElement } from './trusted-parts.ts'
import { memoryBackingElement, numaTuneElement } from './numa-xml.ts'
import { type Element, element, renderXml } from './xml.ts'

/** What a domain's XML depends on in addition to the order. */
export interface DomainSurroundings {
  readonly paths: ServerPaths
  readonly virtType: 'kvm' | 'qemu'
  /** The address on which VNC listens. */
  readonly vncListen: string
  readonly guests: Pick<GuestOptions, 'cpu' | 'rngDevice' | 'expressPorts' | 'pointerModel' | 'disks'>
  /** The serial number in the guest's SMBIOS; undefined for none. */
  readonly serial: string | undefined
  /** Left out: the domain has no SPICE server. */
  readonly spice?: SpiceOptions | undefined
  /** Left out: serial ports are pseudo terminals, which nobody can reach from elsewhere. */
  readonly served?: ServedSerialPorts | undefined
  /** Whether QEMU must run as root, since its own user could not access the files. */
  readonly asRoot: boolean
}

/** The name of a server's domain. It contains the id, since ids are unique and names given by users are not. */
export const domainName = (id: string): string => `instance-${id}`

const isQ35 = (machine: string): boolean => machine.includes('q35')

/** Which firmware libvirt chooses: with secure boot and enrolled keys, or without. */
const secureBoot = (order: SpawnOrder): Element => {
  const enabled = bootsSecurely(order) ? 'yes' : 'no'
  return element(
    'firmware',
    {},
    element('feature', { enabled, name: 'secure-boot' }),
    element('feature', { enabled, name: 'enrolled-keys' }),
  )
}

const osElement = (order: SpawnOrder, machine: string): Element => {
  const { imageProperties } = order
  const uefi = imageProperties.hw_firmware_type === 'uefi'
  const type = element('type', { arch: imageProperties.hw_architecture ?? usualArchitecture, machine }, 'hvm')
  const smbios = hasSmbios(order) ? element('smbios', { mode: 'sysinfo' }) : undefined
  const menu = wantsBootMenu(order) ? element('bootmenu', { enable: 'yes' }) : undefined
  const firmware = uefi ? [secureBoot(order)] : []
  return element('os', uefi ? { firmware: 'efi' } : {}, type, ...firmware, smbios, menu)
}

const controllers = (
  disks: readonly GuestDisk[],
  order: SpawnOrder,
  guests: DomainSurroundings['guests'],
): Element[] => [
  // Unlike libvirt's own choice, this model does not wake the host many times a second when its guest is idle.
  element('controller', {
    type: 'usb',
    model:
      disks.some(({ bus }) => bus === 'usb') || wantedSound(order) === 'usb' || hasUsbInput(order, guests)
        ? 'qemu-xhci'
        : 'none',
  }),
  element('controller', {
    type: 'scsi',
    index: 0,
    model: order.imageProperties.hw_scsi_model ?? 'virtio-scsi',
  }),
  ...(isQ35(order.imageProperties.hw_machine_type ?? 'pc')
    ? [
        element('controller', { type: 'pci', model: 'pcie-root' }),
        ...Array.from({ length: guests.expressPorts }, () =>
          element('controller', { type: 'pci', model: 'pcie-root-port' }),
        ),
      ]
    : []),
]

const video = (order: SpawnOrder): Element => {
  const mebibytes = wantedVideoRamMb(order)
  const vram = mebibytes === undefined ? undefined : mebibytes * 1024
  return element('video', {}, element('model', { type: order.imageProperties.hw_video_model ?? 'vga', vram }))
}

const display = (order: SpawnOrder, listen: string): Element[] => [
  element(
    'graphics',
    { type: 'vnc', port: -1, autoport: 'yes', listen },
    element('listen', { type: 'address', address: listen }),
  ),
  video(order),
]

const randomness = (order: SpawnOrder, rngDevice: string): Element | undefined => {
  const wanted = wantedRandomness(order)
  if (wanted === undefined) return undefined
  const { rate } = wanted
  return element(
    'rng',
    { model: 'virtio' },
    rate && element('rate', { bytes: rate.bytes, period: rate.periodMs }),
    element('backend', { model: 'random' }, rngDevice),
  )
}

const helpers = (order: SpawnOrder, rngDevice: string): (Element | undefined)[] => {
  const { imageProperties, extraSpecs } = order
  const watchdog = extraSpecs['hw:watchdog_action'] ?? imageProperties.hw_watchdog_action
  return [
    randomness(order, rngDevice),
    wantsGuestAgent(order)
      ? element(
          'channel',
          { type: 'unix' },
          element('target', { type: 'virtio', name: 'org.qemu.guest_agent.0' }),
        )
      : undefined,
    watchdog === undefined || watchdog === 'disabled'
      ? undefined
      : element('watchdog', { model: 'i6300esb', action: watchdog }),
    element('memballoon', { model: 'virtio' }, element('stats', { period: 10 })),
  ]
}

const soundElement = (order: SpawnOrder): Element | undefined => {
  const model = wantedSound(order)
  return model === undefined ? undefined : element('sound', { model })
}

/** The complete XML of a server's domain. */
export const domainXml = (order: SpawnOrder, around: DomainSurroundings): string => {
  const { imageProperties } = order
  const machine = imageProperties.hw_machine_type ?? 'pc'
  const disks = diskLayout(order, around.paths)
  return renderXml(
    element(
      'domain',
      { type: around.virtType },
      element('name', {}, domainName(order.id)),
      element('uuid', {}, order.id),
      metadataElement(order),
      element('memory', { unit: 'MiB' }, String(order.memoryMb)),
      vcpuElement(order),
      memoryBackingElement(order),
      cpuTuneElement(order),
      numaTuneElement(order),
      hasSmbios(order) ? sysinfoElement(order.id, around.serial) : undefined,
      osElement(order, machine),
      featuresElement(order, around.virtType),
      cpuElement(order, around.virtType, around.guests.cpu),
      clockElement(order),
      element('on_poweroff', {}, 'destroy'),
      element('on_reboot', {}, 'restart'),
      element('on_crash', {}, 'destroy'),
      element(
        'devices',
        {},
        ...disks.map((disk) => diskElement(disk, order.extraSpecs, around.guests.disks)),
        ...controllers(disks, order, around.guests),
        ...order.vifs.map((vif) => interfaceElement(vif, order)),
        ...hostdevElements(order),
        ...serialElements(order, around.paths, around.served),
        ...inputElements(order, around.guests),
        ...display(order, around.vncListen),
        ...spiceElements(around.spice),
        ...helpers(order, around.guests.rngDevice),
        tpmElement(order),
        soundElement(order),
        iommuElement(order, around.virtType),
      ),
      around.asRoot
        ? element('seclabel', { type: 'static', model: 'dac', relabel: 'no' }, element('label', {}, '+0:+0'))
        : undefined,
    ),
  )
}
