import type { ReportedResources } from '@nimbo/contracts/network/reported-resources'
import type { NeutronConfig } from '../config.ts'
import { misread, pairsIn } from '../physical-devices.ts'

type Options = NeutronConfig['linux_bridge']
type Amount = number | null

/** The texts as whole numbers, null for an empty text; undefined if a text is anything else. */
const amountsIn = (texts: readonly string[]): readonly Amount[] | undefined =>
  texts.every((text) => /^\d*$/.test(text))
    ? texts.map((text) => (text === '' ? null : Number(text)))
    : undefined

/** The items `NAME:EGRESS:INGRESS` of a list option, by name. */
const directed = (
  options: Options,
  option: 'resource_provider_bandwidths' | 'resource_provider_packet_processing_with_direction',
): Record<string, { readonly egress: Amount; readonly ingress: Amount }> =>
  Object.fromEntries(
    options[option].map((text) => {
      const [name = '', ...written] = text.split(':')
      const [egress, ingress, ...others] = amountsIn(written) ?? []
      if (egress === undefined || ingress === undefined || others.length > 0)
        throw misread(option, 'NAME:EGRESS:INGRESS', text)
      return [name, { egress, ingress }]
    }),
  )

/** The items `NAME:NUMBER` of a list option. */
const numbers = (
  options: Options,
  option:
    | 'resource_provider_inventory_defaults'
    | 'resource_provider_packet_processing_inventory_defaults'
    | 'resource_provider_packet_processing_without_direction',
): Record<string, number> =>
  Object.fromEntries(
    pairsIn(options, option).map(([name, text]) => {
      const value = Number(text)
      if (Number.isNaN(value)) throw misread(option, 'a number', text)
      return [name, value]
    }),
  )

/** The resources that a host offers to ports with a minimum bandwidth or packet rate; undefined if it offers none. */
export const offeredResources = (options: Options, host: string): ReportedResources | undefined => {
  const bandwidths = directed(options, 'resource_provider_bandwidths')
  const hypervisor = options.resource_provider_default_hypervisor ?? host
  const named = <Value>(amounts: Readonly<Record<string, Value>>): Record<string, Value> =>
    Object.fromEntries(
      Object.entries(amounts).map(([name, value]) => [name === '' ? hypervisor : name, value]),
    )
  const rates = named(directed(options, 'resource_provider_packet_processing_with_direction'))
  const together = named(numbers(options, 'resource_provider_packet_processing_without_direction'))
  const hypervisors = new Map(pairsIn(options, 'resource_provider_hypervisors'))
  if ([bandwidths, rates, together].every((offered) => Object.keys(offered).length === 0)) return undefined
  return {
    resource_provider_bandwidths: bandwidths,
    resource_provider_inventory_defaults: numbers(options, 'resource_provider_inventory_defaults'),
    resource_provider_packet_processing_without_direction: Object.fromEntries(
      Object.entries(together).map(([name, any]) => [name, { any }]),
    ),
    resource_provider_packet_processing_with_direction: rates,
    resource_provider_packet_processing_inventory_defaults: numbers(
      options,
      'resource_provider_packet_processing_inventory_defaults',
    ),
    resource_provider_hypervisors: Object.fromEntries(
      Object.keys(bandwidths).map((device) => [device, hypervisors.get(device) ?? hypervisor]),
    ),
  }
}
