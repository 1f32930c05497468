import type { NeutronConfig } from '../../config.ts'
import type { NetworkAgentDriver } from '../../driver/network-agent-driver.ts'
import type { NetworkCards, SetsFunctions } from '../../driver/sets-functions.ts'
import { UserError } from '@nimbo/kernel/user-error'

/** The virtual functions of a host, and what their agent reports. */
export interface NicSwitch {
  readonly functions: SetsFunctions
  readonly configurations: Readonly<Record<string, unknown>>
}

type Options = NeutronConfig['sriov_nic']

const misread = (option: keyof Options, form: string, text: string): Error =>
  new UserError(`neutron.conf: [sriov_nic] ${option}: expected ${form}, got ${text}`)

/** Splits `NAME:REST` at the first colon; the rest may contain more. */
const atColon = (option: keyof Options, form: string, text: string): readonly [string, string] => {
  const at = text.indexOf(':')
  if (at < 1 || at === text.length - 1) throw misread(option, form, text)
  return [text.slice(0, at), text.slice(at + 1)]
}

const address = /^[0-9a-f]{4}:[0-9a-f]{2}:[0-9a-f]{2}\.[0-7]$/

/** Reads the cards of a host. A physical network may have several. */
const networkCards = ({ physical_device_mappings, exclude_devices }: Options): NetworkCards => {
  const mapped = physical_device_mappings.map((text) => {
    const [network, card] = atColon('physical_device_mappings', 'NETWORK:DEVICE', text)
    if (card.includes(':')) throw misread('physical_device_mappings', 'NETWORK:DEVICE', text)
    return [network, card] as const
  })
  const excluded = exclude_devices.map((text) => {
    const form = 'DEVICE:ADDRESS;ADDRESS'
    const [card, addresses] = atColon('exclude_devices', form, text)
    const all = addresses.toLowerCase().split(';')
    if (!all.every((one) => address.test(one))) throw misread('exclude_devices', form, text)
    return [card, all] as const
  })
  const byNetwork = Map.groupBy(mapped, ([network]) => network)
  return {
    byPhysicalNetwork: Object.fromEntries(
      [...byNetwork].map(([network, cards]) => [network, cards.map(([, card]) => card)]),
    ),
    excluded: Object.fromEntries(excluded),
  }
}

/** Opens the cards of a host; undefined if none are configured. Throws if cards are configured and the driver supports none. */
export const nicSwitchIfConfigured = async (
  driver: Pick<NetworkAgentDriver, 'agentType' | 'openCards'>,
  options: Options,
  host: string,
): Promise<NicSwitch | undefined> => {
  const cards = networkCards(options)
  if (Object.keys(cards.byPhysicalNetwork).length === 0) return undefined
  if (driver.openCards === undefined)
    throw new UserError(
      `neutron.conf: [sriov_nic] physical_device_mappings: a ${driver.agentType} reaches no network cards`,
    )
  return {
    functions: await driver.openCards(host, cards),
    configurations: { device_mappings: cards.byPhysicalNetwork, extensions: [] },
  }
}
