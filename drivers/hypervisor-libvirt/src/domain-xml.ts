import type { SpawnOrder } from '@nimbo/compute/driver/hypervisor'
import { cpuElement, cpuTuneElement } from './cpu-xml.ts'
import { diskLayout, type GuestDisk } from '@nimbo/local-guests/disk-layout'
import { diskElement } from './disk-xml.ts'
import { interfaceElement } from './interface-xml.ts'
import { metadataElement } from './metadata-xml.ts'
import type { ServerPaths } from '@nimbo/local-guests/server-paths'
import { bootsSecurely, tpmElement } from './trusted-parts.ts'
import { type Element, element, renderXml } from './xml.ts'

/** What a domain's description depends on besides the order. */
export interface DomainSurroundings {
  readonly paths: ServerPaths
  readonly virtType: 'kvm' | 'qemu'
  /** Where the screen listens. */
  readonly vncListen: string
  /** QEMU must run as root, as its own user could not reach the files. */
  readonly asRoot: boolean
}

/** libvirt's name of a server's domain. Ids are unique, names that users give are not. */
export const domainName = (id: string): string => `instance-${id}`

/** Ports kept free on a q35 machine, whose PCI Express slots, unlike pc's PCI slots, must exist before a device is plugged in. */
const spareExpressPorts = 16

const isQ35 = (machine: string): boolean => machine.includes('q35')

/** Which firmware libvirt is to choose: one that checks what it boots, by keys that it has, or one that boots anything. */
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
  const type = element('type', { arch: imageProperties.hw_architecture ?? 'x86_64', machine }, 'hvm')
  const menu = imageProperties.hw_boot_menu === 'true' ? element('bootmenu', { enable: 'yes' }) : undefined
  return element('os', uefi ? { firmware: 'efi' } : {}, type, ...(uefi ? [secureBoot(order)] : []), menu)
}

const controllers = (disks: readonly GuestDisk[], order: SpawnOrder, machine: string): Element[] => [
  // A USB controller wakes the host many times a second even when its guest does nothing.
  element('controller', {
    type: 'usb',
    model: disks.some(({ bus }) => bus === 'usb') ? 'qemu-xhci' : 'none',
  }),
  element('controller', {
    type: 'scsi',
    index: 0,
    model: order.imageProperties.hw_scsi_model ?? 'virtio-scsi',
  }),
  ...(isQ35(machine)
    ? [
        element('controller', { type: 'pci', model: 'pcie-root' }),
        ...Array.from({ length: spareExpressPorts }, () =>
          element('controller', { type: 'pci', model: 'pcie-root-port' }),
        ),
      ]
    : []),
]

const consoles = (paths: ServerPaths): Element[] => {
  const log = element('log', { file: paths.consoleLog, append: 'off' })
  const target = element('target', { port: 0 })
  return [element('serial', { type: 'pty' }, log, target)]
}

const display = ({ imageProperties }: SpawnOrder, listen: string): Element[] => [
  element(
    'graphics',
    { type: 'vnc', port: -1, autoport: 'yes', listen },
    element('listen', { type: 'address', address: listen }),
  ),
  element('video', {}, element('model', { type: imageProperties.hw_video_model ?? 'vga' })),
]

const helpers = ({ imageProperties, extraSpecs }: SpawnOrder): (Element | undefined)[] => {
  const watchdog = extraSpecs['hw:watchdog_action'] ?? imageProperties.hw_watchdog_action
  return [
    extraSpecs['hw_rng:allowed']?.toLowerCase() === 'false'
      ? undefined
      : element('rng', { model: 'virtio' }, element('backend', { model: 'random' }, '/dev/urandom')),
    imageProperties.hw_qemu_guest_agent === 'yes'
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

/** The full description of a server's domain, as libvirt takes it. */
export const domainXml = (order: SpawnOrder, around: DomainSurroundings): string => {
  const { imageProperties } = order
  const machine = imageProperties.hw_machine_type ?? 'pc'
  const disks = diskLayout(order, around.paths)
  const windows = imageProperties.os_type === 'windows'
  const relaxed = { state: 'on' }

  return renderXml(
    element(
      'domain',
      { type: around.virtType },
      element('name', {}, domainName(order.id)),
      element('uuid', {}, order.id),
      metadataElement(order),
      element('memory', { unit: 'MiB' }, String(order.memoryMb)),
      element('vcpu', {}, String(order.vcpus)),
      cpuTuneElement(order),
      osElement(order, machine),
      element(
        'features',
        {},
        element('acpi'),
        element('apic'),
        bootsSecurely(order) ? element('smm', { state: 'on' }) : undefined,
        windows ? element('hyperv', {}, element('relaxed', relaxed), element('vapic', relaxed)) : undefined,
      ),
      cpuElement(order, around.virtType),
      element('clock', { offset: windows ? 'localtime' : 'utc' }),
      element('on_poweroff', {}, 'destroy'),
      element('on_reboot', {}, 'restart'),
      element('on_crash', {}, 'destroy'),
      element(
        'devices',
        {},
        ...disks.map((disk) => diskElement(disk, order.extraSpecs)),
        ...controllers(disks, order, machine),
        ...order.vifs.map((vif) => interfaceElement(vif, imageProperties.hw_vif_model)),
        ...consoles(around.paths),
        ...display(order, around.vncListen),
        ...helpers(order),
        tpmElement(order),
      ),
      around.asRoot
        ? element('seclabel', { type: 'static', model: 'dac', relabel: 'no' }, element('label', {}, '+0:+0'))
        : undefined,
    ),
  )
}
