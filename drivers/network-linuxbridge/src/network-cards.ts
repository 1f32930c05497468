import { readdir, readlink } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { WiredPort } from '@nimbo/network/driver/network-agent-driver'
import type { NetworkCards, SetsFunctions } from '@nimbo/network/driver/sets-functions'
import type { RunCommand } from './run-command.ts'

const functionName = /^virtfn(\d+)$/

/**
 * The number of the card's virtual function with this PCI address; undefined when the card does not exist or has no such
 * function.
 */
const numberOf = async (device: string, pciSlot: string): Promise<string | undefined> => {
  const names = await readdir(device).catch((): string[] => [])
  for (const name of names) {
    const [, number] = functionName.exec(name) ?? []
    if (number !== undefined && basename(await readlink(join(device, name))) === pciSlot) return number
  }
  return undefined
}

/** Whether the command failed because the card's driver does not support the setting. */
const isUnsupported = (error: unknown): boolean =>
  error instanceof Error && /not supported|unsupported/i.test(error.message)

/** A setting of a virtual function; `isUsual` says whether cards that do not support the setting behave like this anyway. */
interface Setting {
  readonly words: readonly [string, string]
  readonly isUsual: boolean
}

const kilobitsInMegabit = 1000

/** The rate limit in Mbit/s, the unit of `max_tx_rate`; 0 is no limit. */
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
 * Configures virtual functions through their card with `ip link set CARD vf N`. Settings are not reset when a port leaves, since
 * the next port overwrites them. A setting that the card does not support is ignored when the card behaves like that anyway;
 * otherwise the error is thrown, and the port does not come up.
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
