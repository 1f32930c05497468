import type { LimitLevel } from '@nimbo/clients/unified-limits'
import type { PlainNetwork } from '@nimbo/contracts/network/network'
import { type Port, port } from '@nimbo/contracts/network/port'
import type { Context } from '@nimbo/kernel/context'
import { usualTags } from '@nimbo/resource/rows/tags'
import type { Deps, Inside, Owned } from '../../app/deps.ts'
import type { Draft } from '../../app/draft.ts'
import { groupsOf, spread } from '../../hosts/spread-ports.ts'
import { checkLimit, checkTogether, limitOf } from '../../quotas/check-quota.ts'
import { limitsAbove } from '../../quotas/unified-limits.ts'
import { resourceRequest } from '../qos-rule/resource-requests.ts'
import { ensureDefaultGroup } from '../security-group/default-security-group.ts'
import { allocateForHost, allocationOf } from '../segment/addresses-on-segment.ts'
import { type Binding, bindToHost } from './bind-port.ts'
import { isNetworkDevice } from './device-owners.ts'
import { errors } from './errors.ts'
import { insertPort } from './insert-port.ts'
import { joinGroups } from './memberships.ts'
import { notKept } from './ports.ts'
import { checkGroups, checkPairs, withMac } from './port-checks.ts'
import { created } from '../../app/life.ts'

type PortDraft = Draft<typeof port, PlainNetwork>

/** A port to create, with everything that can be read before writing. */
interface PlannedPort {
  readonly values: Owned<typeof port>
  readonly network: PlainNetwork
  readonly binding: Binding
  /** Whether port security is on. */
  readonly secured: boolean
  /** The project's port quota. */
  readonly limit: number
  /** The domain's port limit, under `strict_two_level`. */
  readonly above: readonly LimitLevel[]
}

const plan = async (
  deps: Deps,
  ctx: Context,
  { values, parent: network }: PortDraft,
): Promise<PlannedPort> => {
  const limit = await limitOf(deps, deps.db, port, values.project_id)
  const above = await limitsAbove(deps, values.project_id)
  const binding = await bindToHost(deps)(
    ...([ctx, network, values['binding:host_id'], values['binding:vnic_type']] as const),
  )
  const {
    port_security_enabled: secured = network.port_security_enabled && !isNetworkDevice(values.device_owner),
  } = values
  checkPairs(deps, values.allowed_address_pairs, secured)
  return { values, network, binding, limit, above, secured }
}

/** Runs `work` while holding the queue of each project and domain whose ports are counted. */
const inTurns = <Result>(
  { projectTurns }: Deps,
  planned: readonly PlannedPort[],
  work: () => Promise<Result>,
): Promise<Result> => {
  const counted = planned.flatMap(({ limit, above, values }) => [
    ...(limit >= 0 ? [values.project_id] : []),
    ...above.flatMap(({ projectIds }) => projectIds.slice(0, 1)),
  ])
  const inOrder = [...new Set(counted)].toSorted()
  return inOrder.reduceRight((rest, projectId) => () => projectTurns.run(projectId, rest), work)()
}

/**
 * The security groups of a new port: the requested ones, else the project's default group, or none without port
 * security.
 */
const groupsFor = async (inside: Inside, { values, secured }: PlannedPort): Promise<readonly string[]> => {
  const { security_groups: asked, project_id: projectId, device_owner: owner } = values
  if (asked === undefined) {
    const unfiltered = !secured || isNetworkDevice(owner) || projectId === ''
    return unfiltered ? [] : [await ensureDefaultGroup(inside, projectId)]
  }
  if (asked.length > 0 && !secured) throw errors.PortSecurityAndIPRequiredForSecurityGroups()
  await checkGroups(inside.db, projectId, asked)
  return asked
}

const createOne = async (inside: Inside, planned: PlannedPort): Promise<Port> => {
  const { db } = inside
  const { values, network, binding, secured, limit, above } = planned
  await checkLimit(db, port, values.project_id, limit)
  await checkTogether(db, port, above)
  const groups = await groupsFor(inside, planned)
  const { fixed_ips: requests, mac_address: mac, tags, ...row } = values
  const made = await insertPort(
    inside,
    (address) => ({
      ...row,
      ...binding,
      port_security_enabled: secured,
      trunk_id: null,
      ip_allocation: allocationOf(network, binding['binding:host_id'], requests),
      allowed_address_pairs: withMac(values.allowed_address_pairs, address),
    }),
    mac,
  )
  const fixed_ips = await allocateForHost(inside, network, made, requests)
  await joinGroups(db, made.id, groups)
  await usualTags.add(db, made.id, tags)
  const resource_request = await resourceRequest(db, made, network)
  const whole = {
    ...made,
    ...notKept,
    resource_request,
    fixed_ips,
    security_groups: groups.toSorted(),
    tags: tags.toSorted(),
  }
  await created(inside, port, values, whole)
  return whole
}

export const createPorts =
  (deps: Deps) =>
  async (ctx: Context, drafts: readonly PortDraft[]): Promise<Port[]> => {
    const planned: PlannedPort[] = []
    for (const draft of drafts) planned.push(await plan(deps, ctx, draft))
    const all = await inTurns(deps, planned, () =>
      deps.transaction(ctx, async (inside) => {
        const made: Port[] = []
        for (const each of planned) made.push(await createOne(inside, each))
        return made
      }),
    )
    await spread(deps, ctx, all)
    deps.hosts.membersChangedSoon(groupsOf(all))
    return all
  }
