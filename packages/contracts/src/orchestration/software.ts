import { empty } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { ownProject as on } from '@nimbo/operation/target'
import { Type } from 'typebox'
import { MaybeText, open, project, Text, Values, words } from './words.ts'

const Listed = Type.Object({ id: Text, name: Text, group: Text, creation_time: Text })
const Config = Type.Object({
  ...Listed.properties,
  config: Type.Unknown(),
  inputs: Type.Array(Values),
  outputs: Type.Array(Values),
  options: Type.Unknown(),
})
const Deployment = Type.Object({
  id: Text,
  server_id: Text,
  config_id: MaybeText,
  action: MaybeText,
  status: MaybeText,
  status_reason: MaybeText,
  input_values: Values,
  output_values: Values,
  creation_time: Text,
  updated_time: MaybeText,
})

const configs = `${project}/software_configs` as const
const config = `${configs}/{config_id}` as const
const deployments = `${project}/software_deployments` as const
const deployment = `${deployments}/{deployment_id}` as const
const errors = ['EntityNotFound']

export const createSoftwareConfig = operation({
  id: 'software_configs.create',
  method: 'POST',
  path: configs,
  summary: 'Keep what is to be configured',
  rule: 'software_configs:create',
  on,
  body: open({
    name: Type.Optional(Text),
    group: Type.Optional(Text),
    config: Type.Optional(Type.Unknown()),
    inputs: Type.Optional(Type.Array(Values)),
    outputs: Type.Optional(Type.Array(Values)),
    options: Type.Optional(Type.Unknown()),
  }),
  replies: { 200: open({ software_config: Config }) },
})

export const listSoftwareConfigs = operation({
  id: 'software_configs.list',
  method: 'GET',
  path: configs,
  summary: 'List what is to be configured',
  rule: 'software_configs:index',
  on,
  mayAsk: ['software_configs:global_index'],
  query: Type.Object({
    limit: Type.Optional(Type.Integer({ minimum: 0 })),
    ...words('marker', 'global_tenant').properties,
  }),
  replies: { 200: open({ software_configs: Type.Array(Listed) }) },
})

export const showSoftwareConfig = operation({
  id: 'software_configs.show',
  method: 'GET',
  path: config,
  summary: 'Show what is to be configured',
  rule: 'software_configs:show',
  on,
  replies: { 200: open({ software_config: Config }) },
  errors,
})

export const deleteSoftwareConfig = operation({
  id: 'software_configs.delete',
  method: 'DELETE',
  path: config,
  summary: 'Delete what is to be configured',
  rule: 'software_configs:delete',
  on,
  replies: { 204: empty },
  errors,
})

const deploymentBody = {
  config_id: Type.Optional(Text),
  action: Type.Optional(Text),
  status: Type.Optional(Text),
  status_reason: Type.Optional(Type.Union([Text, Type.Null()])),
  input_values: Type.Optional(Type.Union([Values, Type.Null()])),
  output_values: Type.Optional(Type.Union([Values, Type.Null()])),
}

export const createSoftwareDeployment = operation({
  id: 'software_deployments.create',
  method: 'POST',
  path: deployments,
  summary: 'Have a server configured',
  rule: 'software_deployments:create',
  on,
  body: open({
    ...deploymentBody,
    server_id: Text,
    deployment_id: Type.Optional(Text),
    stack_user_project_id: Type.Optional(Type.Union([Text, Type.Null()])),
  }),
  replies: { 200: open({ software_deployment: Deployment }) },
  errors: [...errors, 'DeploymentExists'],
})

export const listSoftwareDeployments = operation({
  id: 'software_deployments.list',
  method: 'GET',
  path: deployments,
  summary: 'List what servers are configured with',
  rule: 'software_deployments:index',
  on,
  query: words('server_id'),
  replies: { 200: open({ software_deployments: Type.Array(Deployment) }) },
})

export const showSoftwareDeployment = operation({
  id: 'software_deployments.show',
  method: 'GET',
  path: deployment,
  summary: 'Show what a server is configured with',
  rule: 'software_deployments:show',
  on,
  replies: { 200: open({ software_deployment: Deployment }) },
  errors,
})

export const updateSoftwareDeployment = operation({
  id: 'software_deployments.update',
  method: 'PUT',
  path: deployment,
  summary: 'Change what a server is configured with, or say what came of it',
  rule: 'software_deployments:update',
  on,
  body: open(deploymentBody),
  replies: { 200: open({ software_deployment: Deployment }) },
  errors,
})

export const deleteSoftwareDeployment = operation({
  id: 'software_deployments.delete',
  method: 'DELETE',
  path: deployment,
  summary: 'Delete what a server is configured with',
  rule: 'software_deployments:delete',
  on,
  replies: { 204: empty },
  errors,
})

export const showDeploymentMetadata = operation({
  id: 'software_deployments.metadata',
  method: 'GET',
  path: `${deployments}/metadata/{server_id}`,
  summary: 'Show a server all it is to be configured with',
  rule: 'software_deployments:metadata',
  on,
  replies: { 200: open({ metadata: Type.Array(Values) }) },
})
