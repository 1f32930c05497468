import type { Dialect } from './versions.ts'

/** The section names and keys of a dialect. */
export interface Words {
  readonly resources: string
  readonly parameters: string
  readonly outputs: string
  readonly conditions: string
  readonly description: string
  readonly type: string
  readonly properties: string
  readonly metadata: string
  readonly dependsOn: string
  readonly deletionPolicy: string
  readonly updatePolicy: string
  readonly condition: string
  readonly value: string
}

const hot: Words = {
  resources: 'resources',
  parameters: 'parameters',
  outputs: 'outputs',
  conditions: 'conditions',
  description: 'description',
  type: 'type',
  properties: 'properties',
  metadata: 'metadata',
  dependsOn: 'depends_on',
  deletionPolicy: 'deletion_policy',
  updatePolicy: 'update_policy',
  condition: 'condition',
  value: 'value',
}

const cfn: Words = {
  resources: 'Resources',
  parameters: 'Parameters',
  outputs: 'Outputs',
  conditions: 'Conditions',
  description: 'Description',
  type: 'Type',
  properties: 'Properties',
  metadata: 'Metadata',
  dependsOn: 'DependsOn',
  deletionPolicy: 'DeletionPolicy',
  updatePolicy: 'UpdatePolicy',
  condition: 'Condition',
  value: 'Value',
}

export const wordsOf = ({ kind }: Dialect): Words => (kind === 'hot' ? hot : cfn)

const conditionsSince = '2016-10-14'

/** The valid sections of a template. */
export const sectionsOf = (dialect: Dialect): readonly string[] => {
  if (dialect.kind === 'cfn')
    return [
      ...['AWSTemplateFormatVersion', 'HeatTemplateFormatVersion', 'Description', 'Mappings', 'Parameters'],
      ...['Resources', 'Outputs', ...(dialect.version === '2010-09-09' ? ['Conditions'] : [])],
    ]
  const old = [
    'heat_template_version',
    'description',
    'parameter_groups',
    'parameters',
    'resources',
    'outputs',
  ]
  return dialect.version >= conditionsSince ? [...old, 'conditions'] : old
}

/** The valid keys of a resource. */
export const resourceKeysOf = (dialect: Dialect): readonly string[] => {
  const words = wordsOf(dialect)
  const { type, properties, metadata, dependsOn, deletionPolicy, updatePolicy, description, condition } =
    words
  const old = [type, properties, metadata, dependsOn, deletionPolicy, updatePolicy, description]
  if (dialect.kind === 'cfn') return dialect.version === '2010-09-09' ? [...old, condition] : old
  return dialect.version >= conditionsSince ? [...old, condition, 'external_id'] : old
}
