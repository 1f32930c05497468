import type { Context } from '@nimbo/kernel/context'

/** CADF resource types of identity's resources. */
const typeOf = {
  user: 'data/security/account/user',
  group: 'data/security/group',
  project: 'data/security/project',
  domain: 'data/security/domain',
  role: 'data/security/role',
  region: 'data/security/region',
  service: 'data/security/service',
  endpoint: 'data/security/endpoint',
  application_credential: 'data/security/credential',
  credential: 'data/security/credential',
  'OS-TRUST:trust': 'data/security/trust',
  'OS-OAUTH1:consumer': 'data/security/account',
  'OS-OAUTH1:request_token': 'data/security/credential',
  'OS-OAUTH1:access_token': 'data/security/credential',
  policy: 'data/security/policy',
  access_rule: 'data/security/access-rule',
  'project tag': 'data/security/project',
  role_assignment: 'data/security/account/user',
} as const

export type AuditedKind = keyof typeof typeOf

/** The client of a request. */
export interface Asker {
  readonly address: string
  readonly agent?: string | undefined
}

/** The identity provider of a federated login. */
export interface Federated {
  readonly identityProvider: string
  /** The groups that the mapping named. */
  readonly groups: readonly string[]
}

/** The facts of a CADF event: what happened to which resource, and who initiated it. */
export interface Audited {
  readonly id: string
  readonly at: number
  readonly ctx: Context
  readonly asker?: Asker | undefined
  readonly federated?: Federated | undefined
  readonly kind: AuditedKind
  /** For example `created`, `authenticate`. */
  readonly action: string
  readonly outcome: 'success' | 'failure' | 'pending'
  readonly resourceId: string
}

const federatedType = 'http://docs.oasis-open.org/security/saml/v2.0'

const initiator = ({ ctx, asker, federated }: Audited) => ({
  typeURI: 'service/security/account/user',
  id: ctx.userId ?? 'unknown',
  ...(ctx.userId === undefined ? {} : { user_id: ctx.userId }),
  ...(ctx.userName === undefined ? {} : { username: ctx.userName }),
  ...(ctx.projectId === undefined ? {} : { project_id: ctx.projectId }),
  ...(ctx.domainId === undefined ? {} : { domain_id: ctx.domainId }),
  request_id: ctx.requestId,
  ...(ctx.globalRequestId === undefined ? {} : { global_request_id: ctx.globalRequestId }),
  ...(asker === undefined
    ? {}
    : { host: { address: asker.address, ...(asker.agent === undefined ? {} : { agent: asker.agent }) } }),
  ...(federated === undefined
    ? {}
    : {
        credential: {
          type: federatedType,
          identity_provider: federated.identityProvider,
          user: ctx.userId ?? 'unknown',
          groups: [...federated.groups],
        },
      }),
})

/** Builds Keystone's CADF (Cloud Auditing Data Federation) event. */
export const cadfEvent = (audited: Audited) => {
  const { id, at, kind, action, outcome, resourceId } = audited
  return {
    typeURI: 'http://schemas.dmtf.org/cloud/audit/1.0/event',
    id,
    eventType: 'activity',
    eventTime: new Date(at).toISOString().replace('Z', '000+0000'),
    action: action === 'authenticate' ? action : `${action}.${kind}`,
    outcome,
    observer: { typeURI: 'service/security', id: 'identity' },
    initiator: initiator(audited),
    target: { typeURI: typeOf[kind], id: resourceId },
    resource_info: resourceId,
  }
}
