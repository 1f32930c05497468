import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { ServiceProvider } from '@nimbo/contracts/identity/service-providers'
import type { Deps } from '../../app/deps.ts'
import type { ValidateToken } from '../token/validate-token.ts'
import type { Token } from '../../domain/tokens/token.ts'
import { errors } from '../../errors.ts'
import { serviceProviders } from '../service-provider/records.ts'
import { idpMetadata } from './metadata.ts'
import { ecpEnvelope, samlResponse } from './response.ts'
import { signAssertion, signingPair } from './signing.ts'

/** A signed assertion and the service provider it is for. */
export interface IssuedAssertion {
  readonly xml: string
  readonly to: ServiceProvider
}

const mostGroups = 1000
const newId = (): string => `_${randomBytes(16).toString('hex')}`

/** This cloud as a SAML identity provider for other clouds (Keystone to Keystone). */
export const createSamlAssertions = (
  { db, stores, clock, config: { saml } }: Pick<Deps, 'db' | 'stores' | 'clock' | 'config'>,
  validateToken: ValidateToken,
) => {
  const provider = async (id: string): Promise<ServiceProvider> => {
    const found = await serviceProviders.get(db, 'all', id)
    if (!found) throw errors.NotFound({ type: 'Service Provider', id })
    if (!found.enabled) throw errors.NotAllowed({ reason: `Service Provider ${id} is disabled.` })
    return found
  }

  /** Groups in the form that Keystone's mappings expect: `JSON:{"name":"dev","domain":{"name":"Default"}}`. */
  const groupsOf = async (userId: string): Promise<string[]> => {
    const groups = await stores.groups.page(
      [],
      { limit: mostGroups },
      await stores.relations.groupIdsOf(userId),
    )
    const domains = await stores.projects.findMany([...new Set(groups.map(({ domain_id }) => domain_id))])
    const names = new Map(domains.map(({ id, name }) => [id, name]))
    return groups.map(
      ({ name, domain_id }) => `JSON:${JSON.stringify({ name, domain: { name: names.get(domain_id) } })}`,
    )
  }

  const attributesOf = async ({ user, project, roles }: Token): Promise<Map<string, readonly string[]>> => {
    if (!project)
      throw errors.Forbidden({
        action: 'Use a project scoped token when attempting to create a SAML assertion',
      })
    const groups = await groupsOf(user.id)
    return new Map([
      ['openstack_user', [user.name]],
      ['openstack_user_domain', [user.domain.name]],
      ['openstack_roles', roles.map(({ name }) => name)],
      ['openstack_project', [project.name]],
      ['openstack_project_domain', [project.domain.name]],
      ...(groups.length === 0 ? [] : [['openstack_groups', groups] as const]),
    ])
  }

  const assertionFor = async (tokenId: string, providerId: string): Promise<IssuedAssertion> => {
    const to = await provider(providerId)
    const token = await validateToken(tokenId)
    const attributes = await attributesOf(token)
    if (saml.idp_entity_id === undefined) throw errors.SamlSigning()
    const issuedAt = clock.now()
    const response = samlResponse({
      issuer: saml.idp_entity_id,
      recipient: to.sp_url,
      user: token.user.name,
      attributes,
      issuedAt,
      expiresAt: issuedAt + saml.assertion_expiration_time * 1000,
      responseId: newId(),
      assertionId: newId(),
      sessionIndex: newId(),
    })
    return { xml: await signAssertion(response, await signingPair(saml)), to }
  }

  return {
    assertionFor,

    /** The assertion in a SOAP envelope, which clients of the ECP profile forward to the other cloud unchanged. */
    ecpFor: async (tokenId: string, providerId: string): Promise<IssuedAssertion> => {
      const { xml, to } = await assertionFor(tokenId, providerId)
      return { xml: ecpEnvelope(xml, to.relay_state_prefix + randomBytes(16).toString('hex')), to }
    },

    /** The metadata of this identity provider: the configured file, or generated from the options. */
    metadata: async (): Promise<string> => {
      const { idp_metadata_path, idp_entity_id: entityId, idp_sso_endpoint: ssoEndpoint } = saml
      try {
        if (idp_metadata_path !== undefined) return await readFile(idp_metadata_path, 'utf8')
        if (entityId === undefined || ssoEndpoint === undefined)
          throw new Error('idp_entity_id and idp_sso_endpoint are needed')
        const { certificate } = await signingPair(saml)
        return idpMetadata(saml, { entityId, ssoEndpoint, certificate })
      } catch (cause) {
        throw errors.SamlMetadata({}, { cause })
      }
    },
  }
}
