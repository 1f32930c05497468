import { asReported, type DeviceTags, type HostDevice, type OfferedDevice } from './host-device.ts'
import type { DeviceWish } from './pci-aliases.ts'
import type { PciRequest } from './pci-requests.ts'
import { pciResourceClass, pciTraits } from './resource-naming.ts'

/** Free devices of a host that differ only in their addresses. */
export interface PciPool
  extends Pick<HostDevice, 'vendorId' | 'productId' | 'type' | 'numaNode'>,
    DeviceTags {
  readonly count: number
}

/** The properties in which all devices of a pool agree. */
export const kindOf = (device: OfferedDevice): Omit<PciPool, 'count'> => {
  const { address: _address, parentAddress: _parent, ...kind } = asReported(device)
  return kind
}

/** Counts free devices by kind. */
export const poolsOf = (devices: readonly OfferedDevice[]): readonly PciPool[] => {
  const pools = new Map<string, { kind: Omit<PciPool, 'count'>; count: number }>()
  for (const device of devices) {
    const kind = kindOf(device)
    const key = JSON.stringify(kind)
    const pool = pools.get(key)
    if (pool === undefined) pools.set(key, { kind, count: 1 })
    else pool.count += 1
  }
  return [...pools.values()].map(({ kind, count }) => ({ ...kind, count }))
}

const classFits = (wish: DeviceWish, pool: Omit<PciPool, 'count'>): boolean =>
  wish.resourceClass === undefined || pciResourceClass(wish) === pciResourceClass(pool)

const traitsFit = (wish: DeviceWish, pool: Omit<PciPool, 'count'>): boolean => {
  const has = new Set(pciTraits(pool.traits))
  return pciTraits(wish.traits).every((trait) => has.has(trait))
}

/** Whether a device of this kind fulfils a wish. */
export const fulfils = (kind: Omit<PciPool, 'count'>, wish: DeviceWish): boolean =>
  (wish.vendorId === undefined || wish.vendorId === kind.vendorId.toLowerCase()) &&
  (wish.productId === undefined || wish.productId === kind.productId.toLowerCase()) &&
  // Only a wish for a physical function gets one, because its virtual functions go with it.
  (wish.type === undefined ? kind.type !== 'type-PF' : wish.type === kind.type) &&
  (wish.physicalNetwork === undefined || wish.physicalNetwork === kind.physicalNetwork) &&
  (wish.trusted === undefined || wish.trusted === (kind.trusted ?? false)) &&
  (wish.remoteManaged ?? false) === (kind.remoteManaged ?? false) &&
  (wish.liveMigratable === undefined || wish.liveMigratable === (kind.liveMigratable ?? false)) &&
  classFits(wish, kind) &&
  traitsFit(wish, kind)

/** The NUMA cells of the host that the server's memory is in; undefined if it may be in any. */
export type ServerCells = readonly number[] | undefined

/** How well a device is placed for a server: 0 means as wished, 1 tolerable, undefined unusable. */
export const nearness = (
  { numaNode }: Pick<PciPool, 'numaNode'>,
  { numaPolicy = 'legacy' }: Pick<PciRequest, 'numaPolicy'>,
  cells: ServerCells,
): 0 | 1 | undefined => {
  if (cells === undefined || (numaNode !== undefined && cells.includes(numaNode))) return 0
  if (numaPolicy === 'preferred') return 1
  return numaPolicy === 'legacy' && numaNode === undefined ? 1 : undefined
}

/** What is left of the pools after a request; undefined when they have too few devices for it. */
const without = (
  pools: readonly PciPool[],
  request: PciRequest,
  cells: ServerCells,
): readonly PciPool[] | undefined => {
  const usable = pools
    .filter((pool) => request.wishes.some((wish) => fulfils(pool, wish)))
    .flatMap((pool) => {
      const near = nearness(pool, request, cells)
      return near === undefined ? [] : [{ pool, near }]
    })
    .sort((one, other) => one.near - other.near)
  let missing = request.count
  const taken = new Map<PciPool, number>()
  for (const { pool } of usable) {
    const take = Math.min(pool.count, missing)
    taken.set(pool, take)
    missing -= take
  }
  return missing > 0
    ? undefined
    : pools.map((pool) => ({ ...pool, count: pool.count - (taken.get(pool) ?? 0) }))
}

/** A request that pools cannot fulfil, with the number of suitable devices that are free. */
export interface PciShortage {
  readonly request: PciRequest
  readonly free: number
}

/** The first request that the pools cannot fulfil once they have fulfilled those before it; undefined if they fulfil all. */
export const shortageIn = (
  pools: readonly PciPool[],
  requests: readonly PciRequest[],
  cells?: ServerCells,
): PciShortage | undefined => {
  let left = pools
  for (const request of requests) {
    const after = without(left, request, cells)
    if (after === undefined) {
      const free = left
        .filter(
          (pool) =>
            request.wishes.some((wish) => fulfils(pool, wish)) &&
            nearness(pool, request, cells) !== undefined,
        )
        .reduce((sum, { count }) => sum + count, 0)
      return { request, free }
    }
    left = after
  }
  return undefined
}

/** Says that the devices near these NUMA cells of a host do not suffice for a server. */
export const tooFewNear = (cells: readonly number[]): string =>
  `has too few free PCI devices near the NUMA ${cells.length === 1 ? 'cell' : 'cells'} ${cells.join(', ')}`
