import type { StoredCredential } from '@nimbo/contracts/identity/credentials'
import type { Context } from '@nimbo/kernel/context'
import { newHexId } from '@nimbo/kernel/ids'
import type { JsonObject } from '@nimbo/kernel/json'
import type { Deps } from '../../app/deps.ts'
import { type Changes, changed, found } from '../../app/found.ts'
import { refuseRestricted } from '../../app/refuse-restricted.ts'
import { paged } from '../../db/paged.ts'
import type { Filter, Page } from '../../domain/listing.ts'
import type { Token } from '../../domain/tokens/token.ts'
import { errors } from '../../errors.ts'
import { refuseOutOfReach } from './delegated-reach.ts'
import { boundTo, idOfAccess, readEc2Blob, refuseUnbinding } from './ec2-blob.ts'
import { countCredentials, credentials } from './records.ts'

export interface NewCredential {
  readonly user_id: string
  readonly type: string
  readonly blob: string
  readonly project_id?: string | null | undefined
  readonly extra: JsonObject
}

/** A credential with its decrypted blob. */
export type Credential = Omit<StoredCredential, 'encrypted_blob' | 'key_hash'> & { readonly blob: string }

const isEc2 = (type: string): boolean => type.toLowerCase() === 'ec2'

export const createCredentials = ({ db, stores, config, notices, vault }: Deps) => {
  const open = async ({ encrypted_blob, key_hash, ...kept }: StoredCredential): Promise<Credential> => ({
    ...kept,
    blob: await vault.open({ encrypted_blob, key_hash }),
  })
  const seal = async ({ blob, ...credential }: Credential): Promise<StoredCredential> => ({
    ...credential,
    ...(await vault.seal(blob)),
  })

  const checkOwners = async ({ user_id, project_id }: Pick<Credential, 'user_id' | 'project_id'>) => {
    found(await stores.users.find(user_id), 'user', user_id)
    if (project_id !== null) found(await stores.projects.find(project_id), 'project', project_id)
  }

  const checkLimit = async (userId: string): Promise<void> => {
    const limit = config.credential.user_limit
    if (limit >= 0 && (await countCredentials(db, userId)) >= limit)
      throw errors.NotAllowed({
        reason: `Unable to create additional credentials, maximum of ${limit} already exceeded for user.`,
      })
  }

  /**
   * The id of an EC2 credential is the hash of its access key. If the token that creates it is delegated, the credential is bound
   * to the same trust, application credential or OAuth1 access token.
   */
  const asMade = (token: Token, { type, blob, project_id = null, ...given }: NewCredential): Credential => {
    if (!isEc2(type)) return { id: newHexId<never>(), ...given, type, blob, project_id }
    refuseRestricted(token, 'additional credentials')
    if (project_id === null) throw errors.NotExpected({ attribute: 'project_id', target: 'credential' })
    const key = boundTo(token, readEc2Blob(blob))
    return { id: idOfAccess(key.access), ...given, type, blob: JSON.stringify(key), project_id }
  }

  /**
   * An EC2 credential with its new blob, still bound as before. One that was of another type is bound to the token like a new one,
   * since its blob could name any delegation or none.
   */
  const asEc2 = (token: Token, before: Credential, next: Credential): Credential => {
    if (next.project_id === null) throw errors.NotExpected({ attribute: 'project_id', target: 'credential' })
    const key = readEc2Blob(next.blob)
    if (isEc2(before.type)) {
      refuseUnbinding(readEc2Blob(before.blob), key)
      return next
    }
    refuseRestricted(token, 'additional credentials')
    return { ...next, blob: JSON.stringify(boundTo(token, key)) }
  }

  return {
    find: async (id: string): Promise<Credential> =>
      open(found(await credentials.get(db, 'all', id), 'credential', id)),

    /** The EC2 credential of a user with an access key. */
    findKey: async (userId: string, access: string): Promise<Credential> => {
      const kept = await credentials.get(db, 'all', idOfAccess(access))
      const isOwn = kept?.user_id === userId && isEc2(kept.type)
      return open(found(isOwn ? kept : undefined, 'credential', idOfAccess(access)))
    },

    list: async (filters: readonly Filter[], page: Page): Promise<Credential[]> =>
      Promise.all((await paged(credentials, db, filters, page)).map(open)),

    create: async (ctx: Context, token: Token, input: NewCredential): Promise<Credential> => {
      const { type, project_id = null } = input
      refuseOutOfReach(token, { type, project_id })
      const credential = asMade(token, input)
      await checkOwners(credential)
      await checkLimit(credential.user_id)
      const sealed = await seal(credential)
      await notices.unit(async (inside) => {
        if (!(await credentials.insert(inside.over, sealed)))
          throw errors.DuplicateId({ type: 'credential', id: credential.id })
        await notices.told(inside, ctx, 'credential', 'created', credential.id)
      })
      return credential
    },

    update: async (
      token: Token,
      before: Credential,
      { extra, ...changes }: Changes<NewCredential>,
    ): Promise<Credential> => {
      refuseOutOfReach(token, before)
      const asked = changed(before, { ...changes, extra: { ...before.extra, ...extra } })
      refuseOutOfReach(token, asked)
      const next = isEc2(asked.type) ? asEc2(token, before, asked) : asked
      await checkOwners(next)
      const { id: _, ...row } = await seal(next)
      await credentials.update(db, before.id, row, '')
      return next
    },

    remove: async (ctx: Context, token: Token, credential: Credential): Promise<void> => {
      refuseOutOfReach(token, credential)
      const { id } = credential
      await notices.unit(async (inside) => {
        await credentials.delete(inside.over, id)
        await notices.told(inside, ctx, 'credential', 'deleted', id)
      })
    },
  }
}
