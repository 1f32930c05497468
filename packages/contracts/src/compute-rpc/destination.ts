import { type Static, Type } from 'typebox'

/** A node for a server, with the allocation request for placement. */
export const destination = Type.Object({
  host: Type.String(),
  node: Type.String(),
  /** The id of the compute node and of its resource provider. */
  nodeId: Type.String(),
  cellId: Type.String(),
  availabilityZone: Type.String(),
  /** `allocations` of the request, by provider. */
  allocations: Type.Unsafe<Readonly<Record<string, { resources: Readonly<Record<string, number>> }>>>(
    Type.Record(
      Type.String(),
      Type.Object({ resources: Type.Record(Type.String(), Type.Integer({ minimum: 1 })) }),
    ),
  ),
  /** The providers that serve what ports request, by port and by group; absent when no port requests anything. */
  portAllocations: Type.Optional(
    Type.Unsafe<Readonly<Record<string, Readonly<Record<string, string>>>>>(
      Type.Record(Type.String(), Type.Record(Type.String(), Type.String())),
    ),
  ),
})

export type Destination = Static<typeof destination>
