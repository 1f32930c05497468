import { certificateThumbprint } from '@nimbo/http/certificate-thumbprint'
import type { Deps } from '../../app/deps.ts'
import type { Project, User } from '../../domain/records.ts'
import type { IssuedToken } from '../../domain/tokens/token.ts'
import { errors } from '../../errors.ts'
import { applyMapping, type MappedIdentity, NoSuchValue } from '../mapping/apply-mapping.ts'
import { mappings } from '../mapping/records.ts'
import type { SealToken } from '../token/seal-token.ts'
import { certificateNames } from './certificate-names.ts'

/** Whether all attributes from the mapping equal those of the user, and at least one of them identifies the user. */
const isAbout = ({ user: said }: MappedIdentity, user: User, domain: Project): boolean => {
  const pairs = [
    [said.id, user.id],
    [said.name, user.name],
    [said.email, user.extra.email],
    [said.domain?.id, domain.id],
    [said.domain?.name, domain.name],
  ]
  const known = [said.id, said.name, said.email].some((text) => text !== undefined && text !== '')
  return known && pairs.every(([text, fact]) => text === undefined || text === '' || text === fact)
}

/**
 * Issues a token for the default project of the user of a client certificate (DER), bound to that certificate (RFC 8705). Throws
 * `Unauthorized` unless the mapping named in `[oauth2]` maps the certificate to the user.
 */
export const createCertificateLogin = (
  { db, stores, config }: Pick<Deps, 'db' | 'stores' | 'config'>,
  seal: SealToken,
) => {
  const saidBy = async (certificate: Uint8Array): Promise<MappedIdentity | undefined> => {
    const mapping = await mappings.get(db, 'all', config.oauth2.oauth2_cert_dn_mapping_id)
    try {
      return mapping && applyMapping(mapping.rules, certificateNames(certificate))
    } catch (error) {
      if (error instanceof NoSuchValue) return undefined
      throw error
    }
  }

  return async (userId: string, certificate: Uint8Array): Promise<IssuedToken> => {
    const user = await stores.users.find(userId)
    const domain = user && (await stores.projects.find(user.domain_id))
    const said = await saidBy(certificate)
    if (!user?.default_project_id || !domain || !said || !isAbout(said, user, domain))
      throw errors.Unauthorized()
    return seal(
      {
        ...{ userId, methods: ['oauth2_credential'] },
        certificateThumbprint: certificateThumbprint(certificate),
      },
      { kind: 'project', id: user.default_project_id },
    )
  }
}
