import { readdir, readlink } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { WiredPort } from '@nimbo/network/driver/network-agent-driver'
import type { NetworkCards, SetsFunctions } from '@nimbo/network/driver/sets-functions'
import type { RunCommand } from './run-command.ts'

const functionName = /^virtfn(\d+)$/

/** The number of the function with this PCI address below a card; undefined when the card has none or is not there. */
const numberOf = async (device: string, pciSlot: string): Promise<string | undefined> => {
  const names = await readdir(device).catch((): string[] => [])
  for (const name of names) {
    const [, number] = functionName.exec(name) ?? []
    if (number !== undefined && basename(await readlink(join(device, name))) === pciSlot) return number
  }
  return undefined
}

/** Not every card can be told everything. */
const isUnsupported = (error: unknown): boolean =>
  error instanceof Error && /not supported|unsupported/i.test(error.message)

/** A setting of a function, and whether a card that cannot be told behaves like that anyway. */
interface Setting {
  readonly words: readonly [string, string]
  readonly isUsual: boolean
}

const kilobitsInMegabit = 1000

/** Cards count in Mbit/s, and 0 is no limit. */
const rateOf = (kbps: number): number => (kbps === 0 ? 0 : Math.max(1, Math.round(kbps / kilobitsInMegabit)))

const settingsOf = (
  { adminStateUp, filtered, qos }: WiredPort,
  { followsUplink, trusted }: NonNullable<WiredPort['cardFunction']>,
): readonly Setting[] => {
  const state = adminStateUp ? (followsUplink ? 'auto' : 'enable') : 'disable'
  const rate = rateOf(qos?.egress.kbps ?? 0)
  return [
    { words: ['state', state], isUsual: state === 'auto' },
    { words: ['spoofchk', filtered ? 'on' : 'off'], isUsual: !filtered },
    { words: ['trust', trusted ? 'on' : 'off'], isUsual: !trusted },
    { words: ['max_tx_rate', `${rate}`], isUsual: rate === 0 },
  ]
}

/**
 * Sets virtual functions through their card with `ip link set CARD vf N`. What a port leaves behind is overwritten by the next one.
 * Where a card cannot be told what it does anyway, that is no failure; a port that needs more than the card can do does not come up.
 */
export const functionsBy = (
  run: RunCommand,
  { byPhysicalNetwork, excluded }: NetworkCards,
  devices = '/sys/class/net',
): SetsFunctions => ({
  setFunction: async (port) => {
    const { cardFunction, network } = port
    if (cardFunction === undefined) return false
    for (const card of byPhysicalNetwork[network.physicalNetwork ?? ''] ?? []) {
      if (excluded[card]?.includes(cardFunction.pciSlot)) continue
      const number = await numberOf(join(devices, card, 'device'), cardFunction.pciSlot)
      if (number === undefined) continue
      for (const { words, isUsual } of settingsOf(port, cardFunction))
        await run(['ip', 'link', 'set', 'dev', card, 'vf', number, ...words]).catch((error: unknown) => {
          if (!isUsual || !isUnsupported(error)) throw error
        })
      return true
    }
    return false
  },
})
