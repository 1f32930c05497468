import { type Static, Type } from 'typebox'

/** A port's `resource_request`: what it needs of its host, for placement. */
export const ResourceRequest = Type.Object({
  request_groups: Type.Array(
    Type.Object({
      id: Type.String(),
      required: Type.Array(Type.String()),
      resources: Type.Record(Type.String(), Type.Integer({ minimum: 1 })),
    }),
  ),
  same_subtree: Type.Optional(Type.Array(Type.String())),
})
export type ResourceRequest = Static<typeof ResourceRequest>
