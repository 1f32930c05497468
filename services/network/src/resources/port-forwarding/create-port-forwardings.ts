import { randomUUID } from 'node:crypto'
import type { PlainFloatingIp } from '@nimbo/contracts/network/floating-ip'
import { type PortForwarding, portForwarding } from '@nimbo/contracts/network/port-forwarding'
import type { Context } from '@nimbo/kernel/context'
import type { Deps, Inside } from '../../app/deps.ts'
import type { Draft } from '../../app/draft.ts'
import { created } from '../../app/life.ts'
import { refreshed } from '../../app/refreshed.ts'
import { floatingIps } from '../floating-ip/floating-ips.ts'
import { checkDistinct, leadTo } from './check-forwarding.ts'
import { leadThrough } from './follow-floating-ip.ts'
import { portForwardings } from './port-forwardings.ts'
import { portsAsked } from './port-ranges.ts'

type ForwardingDraft = Draft<typeof portForwarding, PlainFloatingIp>

const createOne = async (inside: Inside, { values, parent }: ForwardingDraft): Promise<PortForwarding> => {
  const { db } = inside
  const floatingIp = await refreshed(floatingIps, db, parent.id)
  const { internal_port_id: portId, internal_ip_address: asked } = values
  const { address, routerId } = await leadTo(inside, floatingIp, portId, asked)
  const row = {
    id: randomUUID(),
    floatingip_id: floatingIp.id,
    internal_port_id: portId,
    internal_ip_address: address,
    protocol: values.protocol,
    description: values.description,
    ...portsAsked(values),
  }
  await checkDistinct(inside, row)
  await portForwardings.insert(db, row)
  await leadThrough(inside, floatingIp.id, routerId)
  await created(inside, portForwarding, values, row)
  return row
}

export const createPortForwardings =
  (deps: Deps) =>
  (ctx: Context, drafts: readonly ForwardingDraft[]): Promise<PortForwarding[]> =>
    deps.transaction(ctx, async (inside) => {
      const all: PortForwarding[] = []
      for (const draft of drafts) all.push(await createOne(inside, draft))
      return all
    })
