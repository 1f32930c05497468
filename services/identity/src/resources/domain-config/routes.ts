import * as operations from '@nimbo/contracts/identity/domain-config'
import { answer } from '@nimbo/http/answer'
import { handle } from '../../api/handle.ts'

const create = handle(operations.createDomainConfig, async ({ app, found, body }) => {
  const { id } = found.domain_of_config
  const done = await app.domainConfig.create(id, body.config)
  return answer({ config: await app.domainConfig.visible(id) }, { status: done === 'created' ? 201 : 200 })
})

const show = handle(operations.showDomainConfig, async ({ app, found }) => ({
  config: await app.domainConfig.show(found.domain_of_config.id),
}))
const showGroup = handle(operations.showDomainConfigGroup, async ({ app, found, params: { group } }) => ({
  config: await app.domainConfig.show(found.domain_of_config.id, { group }),
}))
const showOption = handle(operations.showDomainConfigOption, async ({ app, found, params }) => {
  const { group, option } = params
  return { config: await app.domainConfig.show(found.domain_of_config.id, { group, option }) }
})

const update = handle(operations.updateDomainConfig, async ({ app, found, body }) => {
  const { id } = found.domain_of_config
  await app.domainConfig.update(id, body.config)
  return { config: await app.domainConfig.show(id) }
})
const updateGroup = handle(operations.updateDomainConfigGroup, async ({ app, found, body, params }) => {
  const { id } = found.domain_of_config
  await app.domainConfig.update(id, body.config, { group: params.group })
  return { config: await app.domainConfig.show(id) }
})
const updateOption = handle(operations.updateDomainConfigOption, async ({ app, found, body, params }) => {
  const { id } = found.domain_of_config
  const { group, option } = params
  await app.domainConfig.update(id, { [group]: body.config }, { group, option })
  return { config: await app.domainConfig.show(id) }
})

const remove = handle(operations.deleteDomainConfig, async ({ app, found }) => {
  await app.domainConfig.remove(found.domain_of_config.id)
})
const removeGroup = handle(operations.deleteDomainConfigGroup, async ({ app, found, params: { group } }) => {
  await app.domainConfig.remove(found.domain_of_config.id, { group })
})
const removeOption = handle(operations.deleteDomainConfigOption, async ({ app, found, params }) => {
  const { group, option } = params
  await app.domainConfig.remove(found.domain_of_config.id, { group, option })
})

const defaults = handle(operations.showConfigDefaults, async ({ app }) => ({
  config: app.domainConfig.defaults({}),
}))
const groupDefaults = handle(operations.showConfigGroupDefaults, async ({ app, params: { group } }) => ({
  config: app.domainConfig.defaults({ group }),
}))
const optionDefault = handle(operations.showConfigOptionDefault, async ({ app, params }) => ({
  config: app.domainConfig.defaults({ group: params.group, option: params.option }),
}))

const passwordRules = handle(operations.showPasswordRules, async ({ app, found }) => ({
  config: app.domainConfig.passwordRules(found.domain_of_config.id),
}))
const passwordRule = handle(operations.showPasswordRule, async ({ app, found, params: { option } }) => ({
  config: app.domainConfig.passwordRules(found.domain_of_config.id, option),
}))

export const domainConfigRoutes = [
  ...[create, show, showGroup, showOption, update, updateGroup, updateOption],
  ...[remove, removeGroup, removeOption, defaults, groupDefaults, optionDefault, passwordRules, passwordRule],
]
