import { portNotifications } from '@nimbo/contracts/network/notifications/resources'
import { timestamp } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import type { Store } from '../db/store.ts'
import type { PlainNetwork } from '../domain/network.ts'
import { type AddressPair, type FixedIpRequest, isNetworkDevice, type Port } from '../domain/port.ts'
import { errors } from '../errors.ts'
import { allocateAddresses } from './allocate-addresses.ts'
import { type Binding, bindToHost } from './bind-port.ts'
import { ensureDefaultGroup } from './default-security-group.ts'
import type { Deps, Values } from './deps.ts'
import { insertPort } from './insert-port.ts'
import { checkGroups, checkPairs, withMac } from './port-checks.ts'
import { checkLimit, limitOf } from './quotas.ts'
import { groupsOf, spread } from './spread-ports.ts'

/** The groups a new port is in: those asked for, or the default one, or none where nothing is filtered. */
const groupsFor = async (
  deps: Deps,
  store: Store,
  values: Values,
  secured: boolean,
): Promise<readonly string[]> => {
  const asked = values.security_groups as readonly string[] | undefined
  const projectId = String(values.project_id)
  if (asked === undefined) {
    const unfiltered = !secured || isNetworkDevice(String(values.device_owner)) || projectId === ''
    return unfiltered ? [] : [await ensureDefaultGroup(deps, store, projectId)]
  }
  if (asked.length > 0 && !secured) throw errors.PortSecurityAndIPRequiredForSecurityGroups()
  await checkGroups(store, { projectId }, asked)
  return asked
}

/** A port that is to be made, on its network. */
export interface PortDraft {
  readonly values: Values
  readonly network: PlainNetwork
}

/** The same, with what is known before anything is written. */
interface PlannedPort extends PortDraft {
  readonly binding: Binding
  /** How many ports its project may have. */
  readonly limit: number
}

const plan = async (deps: Deps, ctx: Context, draft: PortDraft): Promise<PlannedPort> => {
  const { network, values } = draft
  const limit = await limitOf(deps.store, deps.config, 'port', String(values.project_id))
  const binding = await bindToHost(deps)(ctx, network, String(values['binding:host_id'] ?? ''))
  return { ...draft, binding, limit }
}

/** Does `work` in the turn of each project whose ports are counted. */
const inTurns = <Result>(
  { projectTurns }: Deps,
  ports: readonly PlannedPort[],
  work: () => Promise<Result>,
): Promise<Result> => {
  const counted = ports.filter(({ limit }) => limit >= 0).map(({ values }) => String(values.project_id))
  const inOrder = [...new Set(counted)].toSorted()
  return inOrder.reduceRight((rest, projectId) => () => projectTurns.run(projectId, rest), work)()
}

const createOne = async (
  deps: Deps,
  store: Store,
  { network, values, binding, limit }: PlannedPort,
): Promise<Port> => {
  const projectId = String(values.project_id)
  const secured = (values.port_security_enabled ??
    (network.port_security_enabled && !isNetworkDevice(String(values.device_owner)))) as boolean
  const pairs = (values.allowed_address_pairs ?? []) as readonly Partial<AddressPair>[]
  checkPairs(deps, pairs, secured)
  await checkLimit(store, 'port', projectId, limit)
  const groups = await groupsFor(deps, store, values, secured)
  const { fixed_ips, security_groups: _, ...row } = values
  let port = await insertPort(deps, store, {
    ...row,
    ...binding,
    port_security_enabled: secured,
    status: 'DOWN',
    allowed_address_pairs: [],
  })
  if (pairs.length > 0) {
    const allowed_address_pairs = withMac(pairs, port.mac_address)
    port = (await store.ports.update(port.id, { allowed_address_pairs }, timestamp(deps.clock))) ?? port
  }
  const requests = fixed_ips as readonly FixedIpRequest[] | undefined
  const addresses = await allocateAddresses(store, port, requests, deps.random)
  await store.ports.addSecurityGroups(port.id, groups)
  return { ...port, fixed_ips: addresses, security_groups: groups.toSorted(), tags: [] }
}

export const createPorts =
  (deps: Deps) =>
  async (ctx: Context, drafts: readonly PortDraft[]): Promise<Port[]> => {
    const planned: PlannedPort[] = []
    for (const draft of drafts) planned.push(await plan(deps, ctx, draft))
    const created = await inTurns(deps, planned, () =>
      deps.transaction(async (store) => {
        const ports: Port[] = []
        for (const plannedPort of planned) {
          const port = await createOne(deps, store, plannedPort)
          await deps.notices.created(store, ctx, portNotifications, plannedPort.values, port)
          ports.push(port)
        }
        return ports
      }),
    )
    await spread(deps, ctx, created)
    deps.membersChanged(groupsOf(created))
    return created
  }
