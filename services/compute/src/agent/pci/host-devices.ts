import type { HeldDevice } from '@nimbo/contracts/compute-rpc/pci'
import { type ChoiceRules, chooseDevices, freeDevices } from '../../domain/pci/choose-devices.ts'
import type { OfferedDevice } from '../../domain/pci/host-device.ts'
import type { PciRequest } from '../../domain/pci/pci-requests.ts'
import { errors } from '../agent-errors.ts'

/** The claim that has a device, and the request of that claim which the device serves. */
interface Holding {
  readonly claimId: string
  readonly requestId: string
}

/** A device with its holder. */
export interface KnownDevice {
  readonly device: OfferedDevice
  readonly holding?: Holding
  /** The device is for one use only and has been given to a server. */
  readonly used: boolean
  /** Whether the server that has the device is on this host, rather than only expected. */
  readonly settled: boolean
}

/** A device that a claim has. */
export interface GivenDevice extends Holding {
  readonly node: string
  readonly device: OfferedDevice
}

/** The devices that a claim may choose from, and those requests for which it must. */
interface ClaimChoice {
  readonly free: readonly OfferedDevice[]
  readonly missing: readonly PciRequest[]
}

/** The PCI devices that this host offers, and the claims that have them. */
export interface HostDevices {
  /** Sets the devices that the node offers; a device that a claim has stays known until it is released. */
  setOffered(node: string, offered: readonly OfferedDevice[]): void
  /** Takes devices for those requests that the claim has none for yet; all or none. Throws `PciDeviceRequestFailed`. */
  claim(claimId: string, node: string, requests: readonly PciRequest[], rules?: ChoiceRules): void
  /** What a claim would choose from: the free devices of the node, and the requests that the claim has none for yet. */
  choiceFor(claimId: string, node: string, requests: readonly PciRequest[]): ClaimChoice
  /** Restores the holders of devices from before this agent started. */
  adopt(held: readonly HeldDevice[], used: readonly Pick<HeldDevice, 'node' | 'address'>[]): void
  /** Marks the devices of a claim as in use. */
  settle(claimId: string): void
  /** Passes the devices of one claim to another: from a server to the migration that may bring it back, or the reverse. */
  pass(from: string, to: string): void
  /** Releases all devices of a claim, or those of one request. */
  release(claimId: string, requestId?: string): void
  heldBy(claimId: string): readonly GivenDevice[]
  /** All devices of a node; undefined until `adopt` has restored their holders. */
  known(node: string): readonly KnownDevice[] | undefined
  /** The nodes that offer devices. */
  nodes(): readonly string[]
}

interface Entry {
  device: OfferedDevice
  offered: boolean
  holding?: Holding
  used: boolean
  settled: boolean
}

const toldOf = ({ device, holding, used, settled }: Entry): KnownDevice => ({
  ...{ device, used, settled },
  ...(holding === undefined ? {} : { holding }),
})

export const hostDevices = (): HostDevices => {
  const nodes = new Map<string, Map<string, Entry>>()
  let isKnown = false

  const ofNode = (node: string): Map<string, Entry> => nodes.get(node) ?? new Map()
  const entries = () =>
    [...nodes].flatMap(([node, all]) => [...all.values()].map((entry) => ({ node, entry })))
  const held = (claimId: string) => entries().filter(({ entry }) => entry.holding?.claimId === claimId)
  const isTaken = (all: Map<string, Entry>) => (address: string) => {
    const entry = all.get(address)
    return entry?.holding !== undefined || entry?.used === true || entry?.offered === false
  }

  const choiceFor: HostDevices['choiceFor'] = (claimId, node, requests) => {
    const all = ofNode(node)
    const has = new Set(held(claimId).map(({ entry }) => entry.holding?.requestId))
    const devices = [...all.values()].map(({ device }) => device)
    return {
      free: freeDevices(devices, isTaken(all)),
      missing: requests.filter(({ id }) => !has.has(id)),
    }
  }

  return {
    choiceFor,
    setOffered: (node, offered) => {
      const all = nodes.get(node) ?? new Map<string, Entry>()
      if (all.size === 0 && offered.length === 0) return
      nodes.set(node, all)
      const present = new Set(offered.map(({ address }) => address))
      for (const [address, entry] of all) {
        if (present.has(address)) continue
        entry.offered = false
        if (entry.holding === undefined) all.delete(address)
      }
      for (const device of offered) {
        const entry = all.get(device.address)
        if (entry === undefined)
          all.set(device.address, { device, offered: true, used: false, settled: false })
        else Object.assign(entry, { device, offered: true })
      }
    },

    claim: (claimId, node, requests, rules = {}) => {
      const all = ofNode(node)
      const { free, missing } = choiceFor(claimId, node, requests)
      if (missing.length === 0) return
      const choice = chooseDevices(free, missing, rules)
      if ('missing' in choice)
        throw errors.PciDeviceRequestFailed({ requests: JSON.stringify(choice.missing) })
      for (const { request, devices: taken } of choice.chosen)
        for (const { address } of taken) {
          const entry = all.get(address)
          if (entry === undefined) continue
          entry.holding = { claimId, requestId: request.id }
          entry.settled = false
          if (entry.device.oneTimeUse === true) entry.used = true
        }
    },

    adopt: (had, used) => {
      for (const { node, address, claimId, requestId } of had) {
        const entry = nodes.get(node)?.get(address)
        if (entry !== undefined) Object.assign(entry, { holding: { claimId, requestId }, settled: true })
      }
      for (const { node, address } of used) {
        const entry = nodes.get(node)?.get(address)
        if (entry !== undefined) entry.used = true
      }
      isKnown = true
    },

    settle: (claimId) => {
      for (const { entry } of held(claimId)) entry.settled = true
    },

    pass: (from, to) => {
      for (const { entry } of held(from))
        if (entry.holding !== undefined) entry.holding = { ...entry.holding, claimId: to }
    },

    release: (claimId, requestId) => {
      for (const { node, entry } of held(claimId)) {
        if (requestId !== undefined && entry.holding?.requestId !== requestId) continue
        delete entry.holding
        entry.settled = false
        if (!entry.offered) nodes.get(node)?.delete(entry.device.address)
      }
    },

    heldBy: (claimId) =>
      held(claimId).flatMap(({ node, entry: { device, holding } }) =>
        holding === undefined ? [] : [{ node, device, ...holding }],
      ),

    known: (node) => (isKnown ? [...ofNode(node).values()].map(toldOf) : undefined),
    nodes: () => [...nodes.keys()],
  }
}
