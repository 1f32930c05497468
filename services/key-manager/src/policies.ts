import type { PolicyRule } from '@nimbo/policy/policy-rule'

const part = (name: string, check: string): PolicyRule => ({ name, check, scopeTypes: [], operations: [] })

/** `operations` are separated by `; `, for example `GET /v1/secrets; GET /v1/secrets/{secret-id}`. */
const rule = (name: string, check: string, operations: string): PolicyRule => ({
  name,
  check,
  scopeTypes: ['project'],
  operations: operations.split('; ').map((text) => {
    const [method = '', path = ''] = text.split(' ')
    return { method, path }
  }),
})

const ofProject = (kind: string): readonly PolicyRule[] => [
  part(`${kind}_project_match`, `project_id:%(target.${kind}.project_id)s`),
  part(`${kind}_project_member`, `role:member and rule:${kind}_project_match`),
]

const shared = (kind: string): readonly PolicyRule[] => [
  ...ofProject(kind),
  part(`${kind}_project_admin`, `role:admin and rule:${kind}_project_match`),
  part(`${kind}_owner`, `user_id:%(target.${kind}.creator_id)s`),
  part(`${kind}_is_not_private`, `True:%(target.${kind}.read_project_access)s`),
  part(`${kind}_acl_read`, `'read':%(target.${kind}.read)s`),
]

/** The policy check for changes: project admins, its creator, and project members unless it is private. */
const changed = (kind: string): string =>
  [
    `rule:${kind}_project_admin`,
    `(rule:${kind}_project_member and rule:${kind}_owner)`,
    `(rule:${kind}_project_member and rule:${kind}_is_not_private)`,
  ].join(' or ')

/** The policy check for reading: everyone who may change it, and the users in its ACL. */
const read = (kind: string): string => `${changed(kind)} or rule:${kind}_acl_read`

const changeSecret = changed('secret')
const readSecret = read('secret')
const changeContainer = changed('container')
const readContainer = read('container')

const secret = '/v1/secrets/{secret-id}'
const container = '/v1/containers/{container-id}'
const store = '/v1/secret-stores'

const ofSecrets: readonly PolicyRule[] = [
  rule('secret:decrypt', readSecret, `GET ${secret}/payload`),
  rule('secret:get', `role:admin or ${readSecret}`, `GET ${secret}`),
  rule('secret:put', changeSecret, `PUT ${secret}`),
  rule('secret:delete', `role:admin or ${changeSecret}`, `DELETE ${secret}`),
  rule('secrets:post', 'role:member', 'POST /v1/secrets'),
  rule('secrets:get', 'role:member', 'GET /v1/secrets'),
  rule('secret_meta:get', readSecret, `GET ${secret}/metadata; GET ${secret}/metadata/{meta-key}`),
  rule('secret_meta:post', changeSecret, `POST ${secret}/metadata`),
  rule('secret_meta:put', changeSecret, `PUT ${secret}/metadata; PUT ${secret}/metadata/{meta-key}`),
  rule('secret_meta:delete', changeSecret, `DELETE ${secret}/metadata/{meta-key}`),
  rule('secret_acls:get', changeSecret, `GET ${secret}/acl`),
  rule('secret_acls:delete', changeSecret, `DELETE ${secret}/acl`),
  rule('secret_acls:put_patch', changeSecret, `PUT ${secret}/acl; PATCH ${secret}/acl`),
  rule('secret_consumers:get', readSecret, `GET ${secret}/consumers`),
  rule('secret_consumers:post', readSecret, `POST ${secret}/consumers`),
  rule('secret_consumers:delete', readSecret, `DELETE ${secret}/consumers`),
]

const ofContainers: readonly PolicyRule[] = [
  rule('containers:post', 'role:member', 'POST /v1/containers'),
  rule('containers:get', 'role:member', 'GET /v1/containers'),
  rule('container:get', readContainer, `GET ${container}`),
  rule('container:delete', changeContainer, `DELETE ${container}`),
  rule('container_secret:post', changeContainer, `POST ${container}/secrets`),
  rule('container_secret:delete', changeContainer, `DELETE ${container}/secrets`),
  rule('container_acls:get', changeContainer, `GET ${container}/acl`),
  rule('container_acls:delete', changeContainer, `DELETE ${container}/acl`),
  rule('container_acls:put_patch', changeContainer, `PUT ${container}/acl; PATCH ${container}/acl`),
  rule('consumer:get', `role:admin or ${readContainer}`, `GET ${container}/consumers/{consumer-id}`),
  rule('container_consumers:get', readContainer, `GET ${container}/consumers`),
  rule('container_consumers:post', readContainer, `POST ${container}/consumers`),
  rule('container_consumers:delete', readContainer, `DELETE ${container}/consumers`),
]

const ofOrders: readonly PolicyRule[] = [
  rule('orders:get', 'role:member', 'GET /v1/orders'),
  rule('orders:post', 'role:member', 'POST /v1/orders'),
  rule('orders:put', 'role:member', 'PUT /v1/orders'),
  rule('order:get', 'rule:order_project_member', 'GET /v1/orders/{order-id}'),
  rule('order:delete', 'rule:order_project_member', 'DELETE /v1/orders/{order-id}'),
]

const ofOperators: readonly PolicyRule[] = [
  rule('quotas:get', 'role:reader', 'GET /v1/quotas'),
  rule('project_quotas:get', 'role:admin', 'GET /v1/project-quotas; GET /v1/project-quotas/{uuid}'),
  rule('project_quotas:put', 'role:admin', 'PUT /v1/project-quotas/{uuid}'),
  rule('project_quotas:delete', 'role:admin', 'DELETE /v1/project-quotas/{uuid}'),
  rule('secretstores:get', 'role:reader', `GET ${store}`),
  rule('secretstores:get_global_default', 'role:reader', `GET ${store}/global-default`),
  rule('secretstores:get_preferred', 'role:reader', `GET ${store}/preferred`),
  rule('secretstore_preferred:post', 'role:admin', `POST ${store}/{ss-id}/preferred`),
  rule('secretstore_preferred:delete', 'role:admin', `DELETE ${store}/{ss-id}/preferred`),
  rule('secretstore:get', 'role:reader', `GET ${store}/{ss-id}`),
]

/** Barbican's rules with secure RBAC defaults, without its own roles (creator, observer, audit). */
export const policies: readonly PolicyRule[] = [
  ...shared('secret'),
  ...shared('container'),
  ...ofProject('order'),
  ...ofSecrets,
  ...ofContainers,
  ...ofOrders,
  ...ofOperators,
]
