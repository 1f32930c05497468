import { notification } from '@nimbo/notifications/notification'
import { CadfPayload } from './cadf.ts'

const resourceNotification = (event: string) =>
  notification(`identity.${event}`, { publisher: 'identity', payload: CadfPayload })

const kept = (kind: string) => ({
  created: resourceNotification(`${kind}.created`),
  updated: resourceNotification(`${kind}.updated`),
  deleted: resourceNotification(`${kind}.deleted`),
})

const switched = (kind: string) => ({ ...kept(kind), disabled: resourceNotification(`${kind}.disabled`) })

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
    created: resourceNotification('application_credential.created'),
    deleted: resourceNotification('application_credential.deleted'),
  },
  credential: {
    created: resourceNotification('credential.created'),
    deleted: resourceNotification('credential.deleted'),
  },
  'OS-TRUST:trust': {
    created: resourceNotification('OS-TRUST:trust.created'),
    deleted: resourceNotification('OS-TRUST:trust.deleted'),
  },
  'OS-OAUTH1:consumer': kept('OS-OAUTH1:consumer'),
  'OS-OAUTH1:request_token': { created: resourceNotification('OS-OAUTH1:request_token.created') },
  'OS-OAUTH1:access_token': {
    created: resourceNotification('OS-OAUTH1:access_token.created'),
    deleted: resourceNotification('OS-OAUTH1:access_token.deleted'),
  },
  policy: kept('policy'),
  access_rule: { deleted: resourceNotification('access_rule.deleted') },
  'project tag': {
    created: resourceNotification('project tag.created'),
    deleted: resourceNotification('project tag.deleted'),
  },
}
