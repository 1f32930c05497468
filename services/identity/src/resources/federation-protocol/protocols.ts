import type { AffectTokens } from '../token/affect-tokens.ts'
import type { Deps } from '../../app/deps.ts'
import { errors } from '../../errors.ts'
import { mappings } from '../mapping/records.ts'
import {
  deleteProtocol,
  insertProtocol,
  type Protocol,
  protocolOf,
  protocolsOf,
  updateProtocol,
} from './records.ts'

interface Changes {
  readonly mapping_id?: string | undefined
  readonly remote_id_attribute?: string | null | undefined
}

export const createProtocols = ({ db }: Pick<Deps, 'db'>, affect: AffectTokens) => {
  const checkMapping = async (id: string): Promise<void> => {
    if (!(await mappings.get(db, 'all', id))) throw errors.NotFound({ type: 'mapping', id })
  }

  return {
    find: async (idpId: string, id: string): Promise<Protocol> => {
      const protocol = await protocolOf(db, idpId, id)
      if (!protocol) throw errors.ProtocolNotFound({ id, idpId })
      return protocol
    },
    list: (idpId: string): Promise<Protocol[]> => protocolsOf(db, idpId),

    create: async (protocol: Protocol): Promise<Protocol> => {
      await checkMapping(protocol.mapping_id)
      if (!(await insertProtocol(db, protocol)))
        throw errors.DuplicateEntry({ type: 'federation_protocol', entry: ` found with ID ${protocol.id}` })
      return protocol
    },

    update: async (before: Protocol, changes: Changes): Promise<Protocol> => {
      const next = {
        ...before,
        mapping_id: changes.mapping_id ?? before.mapping_id,
        remote_id_attribute:
          changes.remote_id_attribute === undefined
            ? before.remote_id_attribute
            : changes.remote_id_attribute,
      }
      if (!(await mappings.get(db, 'all', next.mapping_id)))
        throw errors.Invalid({ reason: `Invalid mapping id: ${next.mapping_id}` })
      await updateProtocol(db, next)
      return next
    },

    /** Deletes a protocol, and invalidates the tokens that were issued through it. */
    remove: (protocol: Protocol): Promise<void> =>
      affect({}, (inside) => deleteProtocol(inside.over, protocol)),
  }
}
