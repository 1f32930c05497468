import { type Static, type TObject, Type } from 'typebox'
import { hostActions } from '../compute/actions/server-actions.ts'

type HostActions = typeof hostActions

/** What a host does to a server, by the key of its list. */
export type HostActionKind = keyof HostActions

/** An order to a host to do one of these things. */
export type OperationOf<Kind extends HostActionKind> = {
  [One in Kind]: { readonly kind: One } & Readonly<Static<TObject<HostActions[One]['order']>>>
}[Kind]

/** An order to a host, whatever is to be done. */
export type Operation = OperationOf<HostActionKind>

/** How an order travels. */
export const operation = Type.Unsafe<Operation>(
  Type.Union(
    Object.entries(hostActions).map(([kind, { order }]) =>
      Type.Object({ kind: Type.Literal(kind), ...order }),
    ),
  ),
)
