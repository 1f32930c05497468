import type { PlainRouter, Router } from '@nimbo/contracts/network/router'
import type { Route } from '@nimbo/contracts/network/routes'
import type { Context } from '@nimbo/kernel/context'
import type { Deps } from '../../app/deps.ts'
import { checkRoutes } from './check-routes.ts'
import { changeRouter } from './update-router.ts'

type Change = (before: readonly Route[], given: readonly Route[]) => readonly Route[]

const isSame = (one: Route, other: Route): boolean =>
  one.destination === other.destination && one.nexthop === other.nexthop

/** The routes with the given ones added; those that exist already are ignored. */
const withAdded: Change = (before, given) => [
  ...before,
  ...given.filter((each) => !before.some((known) => isSame(known, each))),
]

/** The routes without the given ones; missing ones are ignored. */
const withoutRemoved: Change = (before, given) =>
  before.filter((known) => !given.some((each) => isSame(known, each)))

const changing =
  (by: Change) =>
  (deps: Deps) =>
  (ctx: Context, { id }: PlainRouter, given: readonly Route[]): Promise<Router> =>
    changeRouter(deps, ctx, id, { routes: given }, async (inside, before) => {
      const changed = by(before.routes, given)
      await checkRoutes(inside, id, changed)
      return { routes: changed }
    })

export const addRoutes = changing(withAdded)
export const removeRoutes = changing(withoutRemoved)
