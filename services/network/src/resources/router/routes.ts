import {
  type GatewayRequest,
  gatewayRequest,
  type PlainRouter,
  type Router,
  router,
} from '@nimbo/contracts/network/router'
import { route } from '@nimbo/contracts/network/routes'
import * as changes from '@nimbo/contracts/network/router-changes'
import * as schedule from '@nimbo/contracts/network/l3-scheduling'
import { addRouterInterface, removeRouterInterface } from '@nimbo/contracts/network/router-interfaces'
import { handlersOf } from '@nimbo/http/handle'
import type { Context } from '@nimbo/kernel/context'
import type { ValueType } from '@nimbo/resource/describe/value-type'
import { listOf } from '@nimbo/resource/describe/value-types'
import { lookUpIn } from '../../api/served-kind.ts'
import { networkViews } from '../../api/views.ts'
import { badRequest } from '../../api/words.ts'
import type { Deps } from '../../app/deps.ts'
import { agentLookUp } from '../agent/agent-look-up.ts'
import { agentView } from '../agent/agent-view.ts'
import { addInterface, removeInterface } from './interfaces/change-interfaces.ts'
import { errors } from './errors.ts'
import { addGateways, changeGateways, removeGateways } from './external-gateways.ts'
import { addRoutes, removeRoutes } from './extra-routes.ts'
import { addToAgent, agentsOfRouter, removeFromAgent, routersOfAgent } from './l3-scheduling.ts'
import { routers } from './routers.ts'

const handle = handlersOf<Deps>()({
  router: lookUpIn(routers, errors.RouterNotFound),
  agent: agentLookUp,
})
const view = networkViews(router)([])

const memberOf = (given: unknown, name: string): unknown =>
  typeof given === 'object' && given !== null
    ? Object.entries(given).find(([known]) => known === name)?.[1]
    : undefined

/** The list in the body of an action on a router. */
const listIn = <Value>(name: string, item: ValueType<Value>, body: unknown): readonly Value[] => {
  const given = memberOf(memberOf(body, 'router'), name)
  if (given === undefined) throw badRequest(`Unable to find '${name}' in request body`)
  const result = listOf(item).accept(given)
  if ('problem' in result) throw badRequest(`Invalid input for ${name}. Reason: ${result.problem}.`)
  return result.value
}

type Work<Asked> = (
  deps: Deps,
) => (ctx: Context, router: PlainRouter, asked: readonly Asked[]) => Promise<Router>

type RoutesOperation = typeof changes.addExtraroutes | typeof changes.removeExtraroutes

const onRoutes = (operation: RoutesOperation, work: Work<Router['routes'][number]>) =>
  handle(operation, async ({ app, ctx, body, found, allows }) => {
    const asked = listIn('routes', route, body)
    return { router: view(allows, await work(app)(ctx, found.router, asked)) }
  })

/** Policy rules for the parts of a gateway that the request sets. */
const rulesFor = (verb: string, asked: readonly GatewayRequest[]): string[] => {
  const rule = `${verb}_external_gateways:external_gateways`
  if (verb === 'remove') return [rule]
  const said = new Set(asked.flatMap((each) => Object.keys(each)))
  return [rule, ...[...said].map((name) => `${rule}:${name}`)]
}

type GatewaysOperation =
  | typeof changes.addExternalGateways
  | typeof changes.updateExternalGateways
  | typeof changes.removeExternalGateways

const onGateways = (
  operation: GatewaysOperation,
  verb: 'add' | 'update' | 'remove',
  work: Work<GatewayRequest>,
) =>
  handle(operation, async ({ app, ctx, body, found, allows, enforce }) => {
    const asked = listIn('external_gateways', gatewayRequest, body)
    for (const rule of rulesFor(verb, asked)) enforce(rule, found.router)
    return { router: view(allows, await work(app)(ctx, found.router, asked)) }
  })

const scheduling = [
  handle(schedule.listRoutersOfAgent, async ({ app, found, allows }) => ({
    routers: (await routersOfAgent(app, found.agent)).map((each) => view(allows, each)),
  })),
  handle(schedule.addRouterToAgent, async ({ app, ctx, found, body }) => {
    await addToAgent(app, ctx, found.agent, body.router_id)
    return null
  }),
  handle(schedule.removeRouterFromAgent, ({ app, ctx, found, params }) =>
    removeFromAgent(app, ctx, found.agent, params.router_id),
  ),
  handle(schedule.listAgentsOfRouter, async ({ app, found }) => ({
    agents: (await agentsOfRouter(app, found.router)).map(({ agent, haState }) => ({
      ...agentView(app, agent),
      ha_state: haState,
    })),
  })),
]

/** The handlers of router operations beyond CRUD. */
export const routerRoutes = [
  handle(addRouterInterface, ({ app, ctx, body, found }) => addInterface(app)(ctx, found.router, body)),
  handle(removeRouterInterface, ({ app, ctx, body, found }) => removeInterface(app)(ctx, found.router, body)),
  onRoutes(changes.addExtraroutes, addRoutes),
  onRoutes(changes.removeExtraroutes, removeRoutes),
  onGateways(changes.addExternalGateways, 'add', addGateways),
  onGateways(changes.updateExternalGateways, 'update', changeGateways),
  onGateways(changes.removeExternalGateways, 'remove', removeGateways),
  ...scheduling,
]
