import { type PlainLocalIp, type PortAssociation, portAssociation } from '@nimbo/contracts/network/local-ip'
import type { Context } from '@nimbo/kernel/context'
import type { Deps, Inside } from '../../app/deps.ts'
import type { Draft } from '../../app/draft.ts'
import { created } from '../../app/life.ts'
import { errors as general } from '../../errors.ts'
import { addressMeant } from '../local-ip/address-meant.ts'
import { errors as portErrors } from '../port/errors.ts'
import { ports } from '../port/ports.ts'
import { associationId, associationsOf, portAssociations } from './port-associations.ts'

type AssociationDraft = Draft<typeof portAssociation, PlainLocalIp>

const createOne = async (inside: Inside, { values, parent }: AssociationDraft): Promise<PortAssociation> => {
  const { deps, ctx, db } = inside
  const { fixed_port_id: portId } = values
  const port = await ports.get(db, deps.callers.scopeOf(ctx), portId)
  if (!port) throw portErrors.PortNotFound({ id: portId })
  if ((await associationsOf(db, parent.id)).some(({ fixed_port_id }) => fixed_port_id === portId))
    throw general.BadRequest({
      resource: 'port_association',
      reason: `Local IP ${parent.id} is already associated with port ${portId}`,
    })
  const row = {
    id: associationId(parent.id, portId),
    local_ip_id: parent.id,
    local_ip_address: parent.local_ip_address ?? '',
    fixed_port_id: portId,
    fixed_ip: addressMeant(port, values.fixed_ip),
  }
  await portAssociations.insert(db, row)
  const made = { ...row, host: port['binding:host_id'] }
  await created(inside, portAssociation, values, made)
  return made
}

export const createPortAssociations =
  (deps: Deps) =>
  (ctx: Context, drafts: readonly AssociationDraft[]): Promise<PortAssociation[]> =>
    deps.transaction(ctx, async (inside) => {
      const all: PortAssociation[] = []
      for (const draft of drafts) all.push(await createOne(inside, draft))
      return all
    })
