import { empty, view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { found, ownProject } from '@nimbo/operation/target'
import { Type } from 'typebox'

/** Options by group; for the path of one option, only that option. */
const Config = Type.Record(Type.String(), Type.Unknown())
const Groups = Type.Record(Type.String(), Type.Record(Type.String(), Type.Unknown()))

const whole = '/v3/domains/{domain_id}/config'
const group = '/v3/domains/{domain_id}/config/{group}'
const option = '/v3/domains/{domain_id}/config/{group}/{option}'
const on = found('domain_of_config')
const shown = { 200: view({ config: Config }) }
const errors = ['NotFound', 'DomainConfigNotFound', 'InvalidDomainConfig']
const read = { method: 'GET', on, rule: 'identity:get_domain_config', replies: shown, errors } as const
const readDefaults = {
  method: 'GET',
  on: ownProject,
  rule: 'identity:get_domain_config_default',
  replies: shown,
  errors: ['InvalidDomainConfig'],
} as const
const remove = {
  method: 'DELETE',
  on,
  rule: 'identity:delete_domain_config',
  replies: { 204: empty },
  errors,
} as const
const change = {
  method: 'PATCH',
  on,
  rule: 'identity:update_domain_config',
  replies: shown,
  errors,
} as const

export const createDomainConfig = operation({
  id: 'domain_config.create',
  method: 'PUT',
  path: whole,
  summary: 'Give a domain options of its own',
  rule: 'identity:create_domain_config',
  on,
  body: Type.Object({ config: Groups }),
  replies: { 201: view({ config: Config }), 200: view({ config: Config }) },
  errors,
})

export const showDomainConfig = operation({
  ...read,
  id: 'domain_config.show',
  path: whole,
  summary: 'Show the options that a domain has of its own',
})
export const showDomainConfigGroup = operation({
  ...read,
  id: 'domain_config.show_group',
  path: group,
  summary: 'Show the options of one group that a domain has of its own',
})
export const showDomainConfigOption = operation({
  ...read,
  id: 'domain_config.show_option',
  path: option,
  summary: 'Show an option that a domain has of its own',
})

export const updateDomainConfig = operation({
  ...change,
  id: 'domain_config.update',
  path: whole,
  summary: 'Change options of a domain',
  body: Type.Object({ config: Groups }),
})
export const updateDomainConfigGroup = operation({
  ...change,
  id: 'domain_config.update_group',
  path: group,
  summary: 'Change options of one group of a domain',
  body: Type.Object({ config: Groups }),
})
export const updateDomainConfigOption = operation({
  ...change,
  id: 'domain_config.update_option',
  path: option,
  summary: 'Change an option of a domain',
  body: Type.Object({ config: Config }),
})

export const deleteDomainConfig = operation({
  ...remove,
  id: 'domain_config.delete',
  path: whole,
  summary: 'Take away all options that a domain has of its own',
})
export const deleteDomainConfigGroup = operation({
  ...remove,
  id: 'domain_config.delete_group',
  path: group,
  summary: 'Take away the options of one group that a domain has of its own',
})
export const deleteDomainConfigOption = operation({
  ...remove,
  id: 'domain_config.delete_option',
  path: option,
  summary: 'Take away an option that a domain has of its own',
})

export const showConfigDefaults = operation({
  ...readDefaults,
  id: 'domain_config.show_defaults',
  path: '/v3/domains/config/default',
  summary: 'Show what the options of domains are by default',
})
export const showConfigGroupDefaults = operation({
  ...readDefaults,
  id: 'domain_config.show_group_defaults',
  path: '/v3/domains/config/{group}/default',
  summary: 'Show what the options of one group are by default',
})
export const showConfigOptionDefault = operation({
  ...readDefaults,
  id: 'domain_config.show_option_default',
  path: '/v3/domains/config/{group}/{option}/default',
  summary: 'Show what an option of domains is by default',
})

const readRules = {
  method: 'GET',
  on,
  rule: 'identity:get_security_compliance_domain_config',
  replies: shown,
  errors,
} as const

export const showPasswordRules = operation({
  ...readRules,
  id: 'domain_config.show_password_rules',
  path: '/v3/domains/{domain_id}/config/security_compliance',
  summary: 'Show what passwords of a domain must look like',
})
export const showPasswordRule = operation({
  ...readRules,
  id: 'domain_config.show_password_rule',
  path: '/v3/domains/{domain_id}/config/security_compliance/{option}',
  summary: 'Show one of the rules that passwords of a domain must keep to',
})
