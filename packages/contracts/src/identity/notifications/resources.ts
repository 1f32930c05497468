import { notification } from '@nimbo/notifications/notification'
import { CadfPayload } from './cadf.ts'

const told = (event: string) =>
  notification(`identity.${event}`, { publisher: 'identity', payload: CadfPayload })

const kept = (kind: string) => ({
  created: told(`${kind}.created`),
  updated: told(`${kind}.updated`),
  deleted: told(`${kind}.deleted`),
})

const switched = (kind: string) => ({ ...kept(kind), disabled: told(`${kind}.disabled`) })

/** Changes of resources, by kind. */
export const identityNotifications = {
  user: switched('user'),
  group: kept('group'),
  project: switched('project'),
  domain: switched('domain'),
  role: kept('role'),
  region: kept('region'),
  service: kept('service'),
  endpoint: kept('endpoint'),
  application_credential: {
    created: told('application_credential.created'),
    deleted: told('application_credential.deleted'),
  },
  credential: { created: told('credential.created'), deleted: told('credential.deleted') },
  'OS-TRUST:trust': { created: told('OS-TRUST:trust.created'), deleted: told('OS-TRUST:trust.deleted') },
  'OS-OAUTH1:consumer': kept('OS-OAUTH1:consumer'),
  'OS-OAUTH1:request_token': { created: told('OS-OAUTH1:request_token.created') },
  'OS-OAUTH1:access_token': {
    created: told('OS-OAUTH1:access_token.created'),
    deleted: told('OS-OAUTH1:access_token.deleted'),
  },
  policy: kept('policy'),
  access_rule: { deleted: told('access_rule.deleted') },
  'project tag': { created: told('project tag.created'), deleted: told('project tag.deleted') },
}
