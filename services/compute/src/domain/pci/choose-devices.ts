import type { OfferedDevice } from './host-device.ts'
import { fulfils, kindOf, nearness, type ServerCells } from './pci-pools.ts'
import type { PciRequest } from './pci-requests.ts'

/** Whether two devices exclude each other: a physical function and one of its virtual functions. */
const excludes = (one: OfferedDevice, other: OfferedDevice): boolean =>
  one.parentAddress === other.address || other.parentAddress === one.address

/** The devices that can be given to a server: neither held themselves, nor related to a held physical or virtual function. */
export const freeDevices = (
  devices: readonly OfferedDevice[],
  isHeld: (address: string) => boolean,
): readonly OfferedDevice[] => {
  const held = devices.filter(({ address }) => isHeld(address))
  const parents = new Set(held.flatMap(({ parentAddress }) => parentAddress ?? []))
  const heldFunctions = new Set(held.map(({ address }) => address))
  return devices.filter(
    ({ address, parentAddress }) =>
      !isHeld(address) && !parents.has(address) && !heldFunctions.has(parentAddress ?? ''),
  )
}

export interface DeviceChoice {
  readonly request: PciRequest
  readonly devices: readonly OfferedDevice[]
}

/** How to choose devices: near the NUMA cells of the server, and only `allowed` ones if placement has decided. */
export interface ChoiceRules {
  readonly cells?: ServerCells
  readonly allowed?: (device: OfferedDevice, request: PciRequest, taken: readonly OfferedDevice[]) => boolean
}

const choose = (
  free: readonly OfferedDevice[],
  request: PciRequest,
  { cells, allowed = () => true }: ChoiceRules,
): readonly OfferedDevice[] | undefined => {
  const candidates = free
    .filter((device) => request.wishes.some((wish) => fulfils(kindOf(device), wish)))
    .flatMap((device) => {
      const near = nearness(device, request, cells)
      return near === undefined ? [] : [{ device, near }]
    })
    .sort((one, other) => one.near - other.near || (one.device.address < other.device.address ? -1 : 1))
  const taken: OfferedDevice[] = []
  for (const { device } of candidates) {
    if (taken.length === request.count) break
    if (taken.some((one) => excludes(one, device)) || !allowed(device, request, taken)) continue
    taken.push(device)
  }
  return taken.length < request.count ? undefined : taken
}

/** Devices for every request, one after the other; or the first request that cannot be fulfilled. */
export const chooseDevices = (
  free: readonly OfferedDevice[],
  requests: readonly PciRequest[],
  rules: ChoiceRules = {},
): { readonly chosen: readonly DeviceChoice[] } | { readonly missing: PciRequest } => {
  let left = free
  const chosen: DeviceChoice[] = []
  for (const request of requests) {
    const devices = choose(left, request, rules)
    if (devices === undefined) return { missing: request }
    chosen.push({ request, devices })
    left = left.filter(
      (one) => !devices.some((taken) => taken.address === one.address || excludes(taken, one)),
    )
  }
  return { chosen }
}
