import { type Static, type TObject, Type } from 'typebox'
import { hostActions } from '../compute/actions/server-actions.ts'

type HostActions = typeof hostActions

/** The actions of a host, by their keys in the list. */
export type HostActionKind = keyof HostActions

/** An order for one of these actions. */
export type OperationOf<Kind extends HostActionKind> = {
  [One in Kind]: { readonly kind: One } & Readonly<Static<TObject<HostActions[One]['order']>>>
}[Kind]

/** An order for any action. */
export type Operation = OperationOf<HostActionKind>

/** The schema of an order. */
export const operation = Type.Unsafe<Operation>(
  Type.Union(
    Object.entries(hostActions).map(([kind, { order }]) =>
      Type.Object({ kind: Type.Literal(kind), ...order }),
    ),
  ),
)
