import { type MovesServers, powerStates } from '@nimbo/compute/driver/hypervisor'
import type { DomainBook } from './domain-book.ts'
import type { FakeDomain } from './fake-domain.ts'
import type { FakeParts } from './fake-power.ts'
import { tpmLines } from './fake-tpms.ts'
import { deviceLines, domainOf } from './fake-power.ts'

/** The only disk of a fake server contains its power state and log. */
const diskName = 'disk'

/** Simulates moves of servers: a server's disk is its log, which shows where it came from. */
export const fakeMoves = ({
  book,
  asides,
  failures,
  tpms,
}: FakeParts & { readonly asides: DomainBook }): MovesServers => ({
  setAside: async (id) => {
    await failures.check('set-aside')
    const domain = book.find(id)
    if (domain === undefined) return
    await asides.write({ ...domain, power: powerStates.shutdown }, 'powered off and set aside')
    await book.remove(id)
  },
  aside: (id) => {
    const bytes = () => {
      const { power, log, tpm } = asides.need(id)
      return Buffer.from(JSON.stringify({ power, log, tpm }))
    }
    return {
      list: async () => [{ name: diskName, bytes: bytes().length }],
      read: async (_name, offset, length) => bytes().subarray(offset, offset + length),
    }
  },
  listAside: async () => asides.all().map(({ id }) => id),
  takeOver: async (disks, { order, running, plugged }) => {
    await failures.check('take-over', order.extraSpecs)
    const pieces: Uint8Array[] = []
    for (const { name, bytes } of await disks.list())
      pieces.push((await disks.read(name, 0, bytes)) ?? new Uint8Array(bytes))
    const moved: Pick<FakeDomain, 'log' | 'tpm'> = JSON.parse(Buffer.concat(pieces).toString())
    const tpm = tpms.of(order, book.find(order.id)?.tpm ?? moved.tpm)
    await book.write(
      { ...domainOf(order), power: powerStates.shutdown, log: moved.log, ...(tpm && { tpm }) },
      [
        `domain defined with ${order.vcpus} vCPU, ${order.memoryMb} MB of memory, over the disk of before`,
        ...deviceLines(order),
        ...tpmLines(tpm),
      ].join(', '),
    )
    if (!running) return
    await plugged()
    await book.write({ ...book.need(order.id), power: powerStates.running }, 'booted; no guest runs here')
  },
  bringBack: async (order, running) => {
    await failures.check('bring-back', order.extraSpecs)
    const domain = asides.find(order.id) ?? book.find(order.id)
    if (domain === undefined) return
    const power = running ? powerStates.running : powerStates.shutdown
    const line = ['brought back', ...tpmLines(tpms.of(order, domain.tpm))].join(', ')
    if (domain.power !== power || book.find(order.id) === undefined)
      await book.write({ ...domain, ...partsOf(order), power }, `${line}; no guest runs here`)
    await asides.remove(order.id)
  },
  forgetAside: async (id) => {
    await failures.check('forget-aside')
    await asides.remove(id)
  },
  abandon: async (id) => {
    await failures.check('destroy')
    await book.remove(id)
  },
})

const partsOf = (order: Parameters<typeof domainOf>[0]) => {
  const { volumeIds, portIds, places, pciDevices } = domainOf(order)
  return { volumeIds, portIds, ...(places && { places }), ...(pciDevices && { pciDevices }) }
}
