import { Type } from 'typebox'

/** What a host is asked to do to a server it has. */
export const operation = Type.Union([
  Type.Object({ kind: Type.Literal('start') }),
  Type.Object({ kind: Type.Literal('stop') }),
  Type.Object({
    kind: Type.Literal('reboot'),
    type: Type.Union([Type.Literal('SOFT'), Type.Literal('HARD')]),
  }),
  Type.Object({ kind: Type.Literal('pause') }),
  Type.Object({ kind: Type.Literal('unpause') }),
  Type.Object({ kind: Type.Literal('attach-volume'), attachmentId: Type.String() }),
  Type.Object({ kind: Type.Literal('detach-volume'), attachmentId: Type.String() }),
  Type.Object({
    kind: Type.Literal('attach-interface'),
    portId: Type.String(),
    /** The user made the port: it outlives the server. */
    preexisting: Type.Boolean(),
  }),
  Type.Object({ kind: Type.Literal('detach-interface'), portId: Type.String() }),
])
