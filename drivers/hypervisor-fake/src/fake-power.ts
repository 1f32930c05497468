import {
  type LocalDisk,
  type PowerState,
  type PowersServers,
  powerStates,
  type SpawnOrder,
  type Spawns,
} from '@nimbo/compute/driver/hypervisor'
import type { ServerId } from '@nimbo/kernel/ids'
import type { DomainBook } from './domain-book.ts'
import type { Failures, FakeOperation } from './failures.ts'
import { devicesOf, fakeAddresses, placesWith } from './fake-addresses.ts'
import type { FakeDomain } from './fake-domain.ts'
import { type FakeTpms, tpmLines } from './fake-tpms.ts'

/** What the parts of a fake host share. */
export interface FakeParts {
  readonly book: DomainBook
  readonly failures: Failures
  readonly tpms: FakeTpms
}

/** A new domain from an order. */
export const domainOf = (order: SpawnOrder): FakeDomain => ({
  id: order.id,
  name: order.name,
  node: order.node,
  power: powerStates.noState,
  log: [],
  volumeIds: order.volumes.map(({ volumeId }) => volumeId),
  portIds: order.vifs.map(({ portId }) => portId),
  vcpus: order.vcpus,
  memoryMb: order.memoryMb,
  macs: Object.fromEntries(order.vifs.map(({ portId, macAddress }) => [portId, macAddress])),
  localDisks: order.localDisks.map(localDiskLine),
  places: placesWith({}, devicesOf(order)),
  ...(order.rootDisk.from === 'volume' ? {} : { baseImage: order.rootDisk.cachedImagePath }),
  ...(order.pciDevices === undefined ? {} : { pciDevices: order.pciDevices.map(({ address }) => address) }),
})

const localDiskLine = ({ kind, sizeMb, format = 'ext4', device, bus }: LocalDisk): string => {
  const made = kind === 'swap' ? 'swap' : `ephemeral disk (${format})`
  const place = [device && `as ${device}`, bus && `on ${bus}`].filter(Boolean).join(' ')
  return `${made} of ${sizeMb} MB${place && ` ${place}`}`
}

/** The devices of the host that the server has. */
export const deviceLines = ({
  pciDevices = [],
  mediatedDevices = [],
  vifs,
}: Pick<SpawnOrder, 'pciDevices' | 'mediatedDevices' | 'vifs'>): readonly string[] => [
  ...pciDevices.map(({ address }) => `PCI device ${address}`),
  ...vifs.flatMap(({ portId, pciSlot, vlan }) =>
    pciSlot === undefined
      ? []
      : [`port ${portId} on PCI device ${pciSlot}${vlan === undefined ? '' : ` in VLAN ${vlan}`}`],
  ),
  ...mediatedDevices.map(
    ({ uuid, type, parentAddress }) => `mediated device ${uuid} of type ${type} on ${parentAddress}`,
  ),
]

/** The rescue disk, and where the server has it. */
const rescueLine = ({ rescueDisk }: SpawnOrder): string => {
  if (rescueDisk?.device === undefined) return 'its rescue disk'
  const { type, bus } = rescueDisk.device
  return `its rescue disk, a ${type}${bus === undefined ? '' : ` on ${bus}`} beside its own`
}

const bootLine = 'booted; no guest runs here'

const boot = (book: DomainBook, order: SpawnOrder, line: string): Promise<void> =>
  book.write({ ...(book.find(order.id) ?? domainOf(order)), power: powerStates.running }, line)

export const fakeSpawning = ({ book, failures, tpms }: FakeParts): Spawns => ({
  keepTpmKey: async (id, passphrase) => tpms.keep(id, passphrase),
  spawn: async (order, plugged, addressed) => {
    await failures.check('spawn', order.extraSpecs)
    const tpm = tpms.of(order, book.find(order.id)?.tpm)
    await book.write(
      { ...domainOf(order), power: powerStates.paused, ...(tpm && { tpm }) },
      [
        `domain defined with ${order.vcpus} vCPU, ${order.memoryMb} MB of memory, ${order.vifs.length} interfaces`,
        ...order.localDisks.map(localDiskLine),
        ...deviceLines(order),
        ...tpmLines(tpm),
      ].join(', '),
    )
    await addressed?.(await fakeAddresses(book).addresses(order.id))
    await plugged()
    await boot(book, order, bootLine)
  },
  destroy: async (id) => {
    await failures.check('destroy')
    await book.remove(id)
  },
})

export const fakePower = ({ book, failures }: FakeParts): PowersServers => {
  const set = async (id: ServerId, operation: FakeOperation, power: PowerState, line: string) => {
    await failures.check(operation)
    const before = book.need(id)
    if (before.power !== power) await book.write({ ...before, power }, line)
  }
  return {
    powerState: async (id) => book.find(id)?.power ?? powerStates.noState,
    powerOn: async (order) => {
      await failures.check('power-on', order.extraSpecs)
      if (book.find(order.id)?.power !== powerStates.running) await boot(book, order, bootLine)
    },
    powerOff: (id) => set(id, 'power-off', powerStates.shutdown, 'powered off'),
    reboot: async (order, type) => {
      await failures.check('reboot', order.extraSpecs)
      await boot(book, order, `rebooted (${type}); no guest runs here`)
    },
    pause: (id) => set(id, 'pause', powerStates.paused, 'paused'),
    unpause: (id) => set(id, 'unpause', powerStates.running, 'resumed'),
    rescue: async (order) => {
      await failures.check('rescue', order.extraSpecs)
      await boot(book, order, `booted from ${rescueLine(order)}; no guest runs here`)
    },
    unrescue: async (order) => {
      await failures.check('unrescue', order.extraSpecs)
      await boot(book, order, 'booted from its own disk again; no guest runs here')
    },
    setPassword: async (id, user) => {
      await failures.check('set-password')
      await book.write(book.need(id), `password of ${user} set`)
    },
    interrupt: async (id) => {
      await failures.check('interrupt')
      await book.write(book.need(id), 'interrupted; no guest dumps its memory here')
    },
    suspend: (id) => set(id, 'suspend', powerStates.suspended, 'suspended'),
    resume: async (order) => {
      await failures.check('resume', order.extraSpecs)
      if (book.find(order.id)?.power === powerStates.suspended)
        await book.write({ ...book.need(order.id), power: powerStates.running }, 'resumed from suspension')
      else await boot(book, order, bootLine)
    },
  }
}
