import type { TokenIdentity } from '@nimbo/http/filters/token-identity'
import type { Token } from '../../domain/tokens/token.ts'

/** Converts a token to the identity that request contexts use. */
export const tokenIdentity = ({
  claims,
  user,
  project,
  domain,
  roles,
  applicationCredential,
  trust,
}: Token): TokenIdentity => {
  const [auditId] = claims.auditIds
  return {
    userId: user.id,
    userName: user.name,
    userDomainId: user.domain.id,
    ...(project
      ? { projectId: project.id, projectName: project.name, projectDomainId: project.domain.id }
      : {}),
    ...(domain ? { domainId: domain.id } : {}),
    ...(claims.scope.kind === 'system' ? { systemScope: 'all' } : {}),
    roles: roles.map(({ name }) => name),
    ...(auditId === undefined ? {} : { auditId }),
    expiresAt: claims.expiresAt,
    ...(applicationCredential && applicationCredential.accessRules.length > 0
      ? { accessRules: applicationCredential.accessRules }
      : {}),
    ...(claims.certificateThumbprint === undefined
      ? {}
      : { certificateThumbprint: claims.certificateThumbprint }),
    ...(trust ? { dependsOn: [trust.trustorId, trust.trusteeId] } : {}),
  }
}
