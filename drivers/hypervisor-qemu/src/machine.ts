import type { SpawnOrder } from '@nimbo/compute/driver/hypervisor'
import type { JsonObject } from '@nimbo/kernel/json'
import { cpuTopology } from '@nimbo/local-guests/cpu-topology'
import { diskLayout } from '@nimbo/local-guests/disk-layout'
import { wantedRandomness, wantsBootMenu } from '@nimbo/local-guests/wanted-hardware'
import { credentialsIn, diskDevice, disksWithSlots, isEncryptedOnItsWay } from './disk-devices.ts'
import { errors } from './errors.ts'
import { consoleLogName, type GuestPaths, monitorSocket, pidFileName } from './guest-paths.ts'
import { type Slots, slotsFor } from './pci-slots.ts'
import { refuseWhatIsNot } from './refusals.ts'
import { nicDevice, nicIds, nicModel, userNetdev } from './user-network.ts'

/** What a machine depends on in addition to the order. */
export interface MachineSurroundings {
  readonly paths: GuestPaths
  readonly virtType: 'kvm' | 'qemu'
  /** The address on which VNC and the serial port listen. */
  readonly listen: string
  readonly slots: Slots
  /** The directory with the certificates for volumes that are reached by TLS. */
  readonly nbdCertificates: string
}

export interface Machine {
  /** QEMU's argument vector. The guest is paused after the start. */
  readonly args: readonly string[]
  readonly slots: Slots
}

const screens: Readonly<Record<string, string>> = {
  vga: 'VGA',
  cirrus: 'cirrus-vga',
  virtio: 'virtio-vga',
}

/** Formats a PCI slot for QEMU. */
export const slotIn =
  (slots: Slots) =>
  (id: string): string => {
    const slot = slots[id]
    if (slot === undefined) throw new RangeError(`no place on the bus for ${id}`)
    return `0x${slot.toString(16)}`
  }

const screenOf = ({ imageProperties }: SpawnOrder): string | undefined => {
  const model = imageProperties.hw_video_model ?? 'vga'
  if (model === 'none') return undefined
  const screen = screens[model]
  if (screen === undefined) throw errors.NotByThisDriver({ what: `A screen '${model}'` })
  return screen
}

/** Devices other than disks and interfaces: those of every machine, and those requested by image properties. */
const helpers = (order: SpawnOrder, buses: ReadonlySet<string>): readonly JsonObject[] => {
  const { extraSpecs, imageProperties } = order
  const screen = screenOf(order)
  const random = wantedRandomness(order)
  const watchdog = extraSpecs['hw:watchdog_action'] ?? imageProperties.hw_watchdog_action
  return [
    ...(screen === undefined ? [] : [{ driver: screen, id: 'screen0' }]),
    { driver: 'virtio-scsi-pci', id: 'scsi0' },
    ...(buses.has('sata') ? [{ driver: 'ich9-ahci', id: 'sata0' }] : []),
    // Only if needed: it wakes the host many times a second even when its guest is idle.
    ...(buses.has('usb') ? [{ driver: 'qemu-xhci', id: 'usb0' }] : []),
    ...(random === undefined
      ? []
      : [
          {
            ...{ driver: 'virtio-rng-pci', id: 'rng0', rng: 'randomness' },
            ...(random.rate && { 'max-bytes': random.rate.bytes, period: random.rate.periodMs }),
          },
        ]),
    { driver: 'virtio-balloon-pci', id: 'balloon0' },
    ...(watchdog === undefined || watchdog === 'disabled' ? [] : [{ driver: 'i6300esb', id: 'watchdog0' }]),
  ]
}

const option = (name: string, value: JsonObject): readonly string[] => [name, JSON.stringify(value)]

/** A comma in an option's value is doubled. */
const escaped = (text: string): string => text.replaceAll(',', ',,')

const fixed = (order: SpawnOrder, { virtType, listen }: MachineSurroundings): readonly string[] => {
  const { sockets, cores, threads } = cpuTopology(order)
  const { extraSpecs, imageProperties } = order
  const watchdog = extraSpecs['hw:watchdog_action'] ?? imageProperties.hw_watchdog_action
  return [
    ...['-name', `guest=instance-${order.id}`, '-uuid', order.id],
    ...['-machine', imageProperties.hw_machine_type ?? 'pc'],
    ...['-accel', virtType === 'kvm' ? 'kvm' : 'tcg', '-cpu', virtType === 'kvm' ? 'host' : 'qemu64'],
    ...['-m', `${order.memoryMb}M`],
    ...['-smp', `${order.vcpus},sockets=${sockets},cores=${cores},threads=${threads}`],
    ...['-nodefaults', '-no-user-config', '-display', 'none', '-S', '-pidfile', pidFileName],
    ...['-sandbox', 'on,obsolete=deny,elevateprivileges=deny,spawn=deny,resourcecontrol=deny'],
    ...['-rtc', imageProperties.os_type === 'windows' ? 'base=localtime' : 'base=utc'],
    ...(wantsBootMenu(order) ? ['-boot', 'menu=on'] : []),
    ...(watchdog === undefined || watchdog === 'disabled' ? [] : ['-action', `watchdog=${watchdog}`]),
    ...['-chardev', `socket,id=monitor,path=${monitorSocket},server=on,wait=off`],
    ...['-mon', 'chardev=monitor,mode=control'],
    ...[
      '-chardev',
      `socket,id=serial,host=${escaped(listen)},port=0,server=on,wait=off,logfile=${consoleLogName},logappend=off`,
    ],
    ...['-device', 'isa-serial,chardev=serial,id=serial0'],
    ...['-vnc', `${listen.includes(':') ? `[${listen}]` : listen}:0,to=9999`],
    ...option('-object', { 'qom-type': 'rng-random', id: 'randomness', filename: '/dev/urandom' }),
  ]
}

/** The machine of an order: QEMU's arguments, and the PCI slot of each device. */
export const machineOf = (order: SpawnOrder, around: MachineSurroundings): Machine => {
  refuseWhatIsNot(order)
  const disks = diskLayout(order, around.paths)
  const others = helpers(order, new Set(disks.map(({ bus }) => bus)))
  const ids = [...others.map(({ id }) => String(id)), ...nicIds(order.vifs), ...disksWithSlots(disks)]
  const slots = slotsFor(ids, around.slots)
  const slotOf = slotIn(slots)
  const model = nicModel(order.imageProperties.hw_vif_model)
  const args = [
    ...fixed(order, around),
    ...(disks.some(isEncryptedOnItsWay) ? option('-object', credentialsIn(around.nbdCertificates)) : []),
    ...others.flatMap((device) => option('-device', { ...device, addr: slotOf(String(device.id)) })),
    ...order.vifs.flatMap((vif) => [
      ...option('-netdev', userNetdev(vif)),
      ...option('-device', nicDevice(vif, model, slotOf)),
    ]),
    ...disks
      .map((disk) => diskDevice(disk, slotOf))
      .flatMap(({ node, device }) => [...option('-blockdev', node), ...option('-device', device)]),
  ]
  return { args, slots }
}
