import { operation } from '@nimbo/operation/operation'
import { ownProject as on } from '@nimbo/operation/target'
import { Type } from 'typebox'
import { DescribedTemplate, DescribedType, Template } from './documents.ts'
import { open, project, Text, words } from './words.ts'

export const validateTemplate = operation({
  id: 'templates.validate',
  method: 'POST',
  path: `${project}/validate`,
  summary: 'Check a template',
  rule: 'stacks:validate_template',
  on,
  query: words('show_nested', 'ignore_errors'),
  body: open({ template: Type.Optional(Type.Unknown()), environment: Type.Optional(Type.Unknown()) }),
  replies: { 200: DescribedTemplate },
  errors: ['StackValidationFailed'],
})

export const listTemplateVersions = operation({
  id: 'templates.versions',
  method: 'GET',
  path: `${project}/template_versions`,
  summary: 'List the versions of templates',
  rule: 'stacks:list_template_versions',
  on,
  replies: {
    200: open({
      template_versions: Type.Array(open({ version: Text, type: Text, aliases: Type.Array(Text) })),
    }),
  },
})

export const listTemplateFunctions = operation({
  id: 'templates.functions',
  method: 'GET',
  path: `${project}/template_versions/{template_version}/functions`,
  summary: 'List the functions of a version of templates',
  rule: 'stacks:list_template_functions',
  on,
  query: words('with_condition_func'),
  replies: { 200: open({ template_functions: Type.Array(open({ functions: Text, description: Text })) }) },
  errors: ['NotFound'],
})

export const listResourceTypes = operation({
  id: 'resource_types.list',
  method: 'GET',
  path: `${project}/resource_types`,
  summary: 'List the types of resources',
  rule: 'stacks:list_resource_types',
  on,
  query: words('support_status', 'version', 'name', 'with_description'),
  replies: {
    200: open({
      resource_types: Type.Array(Type.Union([Text, open({ resource_type: Text, description: Text })])),
    }),
  },
})

export const showResourceType = operation({
  id: 'resource_types.show',
  method: 'GET',
  path: `${project}/resource_types/{type_name}`,
  summary: 'Show what a type of resource has',
  rule: 'stacks:resource_schema',
  on,
  query: words('with_description'),
  replies: { 200: DescribedType },
  errors: ['EntityNotFound'],
})

export const showResourceTypeTemplate = operation({
  id: 'resource_types.template',
  method: 'GET',
  path: `${project}/resource_types/{type_name}/template`,
  summary: 'Show a template of one resource of a type',
  rule: 'stacks:generate_template',
  on,
  query: words('template_type'),
  replies: { 200: Template },
  errors: ['EntityNotFound'],
})
