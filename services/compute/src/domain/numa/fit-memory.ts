import type { GuestCell, HostCell } from '@nimbo/contracts/compute-rpc/numa'
import type { Fit } from './fit.ts'
import { freeMemoryMb, smallestPageKb } from './host-cell.ts'

const kib = (memoryMb: number): number => memoryMb * 1024

/** The page sizes of the host that a request accepts, largest first. */
const acceptable = (host: HostCell, asked: NonNullable<GuestCell['pageSize']>): readonly number[] => {
  const sizes = host.mempages.map(({ sizeKb }) => sizeKb).sort((one, other) => other - one)
  if (asked === 'small') return sizes.slice(-1)
  if (asked === 'large') return sizes.slice(0, -1)
  return asked === 'any' ? sizes : sizes.filter((size) => size === asked)
}

const freeKb = ({ total, used, reserved, sizeKb }: HostCell['mempages'][number]): number =>
  (total - used - reserved) * sizeKb

/** The page size for a guest cell that requests one: the first accepted size with enough free pages. */
const fitPages = (
  host: HostCell,
  { memoryMb }: GuestCell,
  asked: NonNullable<GuestCell['pageSize']>,
): Fit<number> => {
  const sizes = acceptable(host, asked)
  const pages = sizes.flatMap((size) => host.mempages.filter(({ sizeKb }) => sizeKb === size))
  const found = pages.find((one) => kib(memoryMb) <= freeKb(one) && kib(memoryMb) % one.sizeKb === 0)
  if (found !== undefined) return { fitted: found.sizeKb }
  if (pages.length === 0) return { refused: `has no pages of size ${asked}` }
  const free = pages.map(
    (one) => `${Math.max(0, Math.floor(freeKb(one) / 1024))} MiB in pages of ${one.sizeKb} KiB`,
  )
  return { refused: `has ${free.join(' and ')} free, and ${memoryMb} MiB are needed` }
}

/**
 * Whether the memory of a guest cell fits, with the page size if the guest requests one. Memory for cells without
 * pinned CPUs may be overcommitted, but one guest never gets more than the cell has.
 */
export const fitMemory = (host: HostCell, guest: GuestCell, pinned: boolean): Fit<number | undefined> => {
  if (guest.pageSize !== undefined) return fitPages(host, guest, guest.pageSize)
  const smallest = smallestPageKb(host)
  const pages = host.mempages.find(({ sizeKb }) => sizeKb === smallest)
  const available =
    pages === undefined
      ? pinned
        ? freeMemoryMb(host)
        : host.memoryMb
      : Math.floor((pinned ? freeKb(pages) : pages.total * pages.sizeKb) / 1024)
  return guest.memoryMb <= available
    ? { fitted: undefined }
    : { refused: `has ${available} MiB ${pinned ? 'free' : 'in all'}, and ${guest.memoryMb} MiB are needed` }
}
