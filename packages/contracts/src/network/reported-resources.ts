import { type Static, Type } from 'typebox'

const Amount = Type.Union([Type.Integer(), Type.Null()])
const Directed = Type.Object({ egress: Amount, ingress: Amount })
const InventoryDefaults = Type.Record(Type.String(), Type.Number())

/**
 * What an L2 agent reports in its configurations about bandwidth and packet rates that its host offers. The names are
 * those of its options; an amount is null where nothing is offered in that direction.
 */
export const ReportedResources = Type.Object({
  /** Bandwidth in kbit/s by device. */
  resource_provider_bandwidths: Type.Record(Type.String(), Directed),
  resource_provider_inventory_defaults: InventoryDefaults,
  /** Thousands of packets per second by hypervisor, both directions together. */
  resource_provider_packet_processing_without_direction: Type.Record(
    Type.String(),
    Type.Object({ any: Amount }),
  ),
  resource_provider_packet_processing_with_direction: Type.Record(Type.String(), Directed),
  resource_provider_packet_processing_inventory_defaults: InventoryDefaults,
  /** The hypervisor of each device, by its name in placement. */
  resource_provider_hypervisors: Type.Record(Type.String(), Type.String()),
  /** The host's device for each physical network. */
  interface_mappings: Type.Optional(Type.Record(Type.String(), Type.String())),
})
export type ReportedResources = Static<typeof ReportedResources>

/** The name under which all tunnelled networks count as one device. */
export const tunnelDevice = 'rp_tunnelled'
