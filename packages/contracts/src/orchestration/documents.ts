import { Type } from 'typebox'
import { MaybeText, open, Text, Values } from './words.ts'

type Document = Readonly<Record<string, unknown>>

const flag = Type.Boolean()
const words = Type.Array(Text)

/** Parameters and resource registry. */
const environment = {
  parameters: Values,
  parameter_defaults: Values,
  resource_registry: Values,
  event_sinks: Type.Array(Type.Unknown()),
}
export const Environment = Type.Unsafe<Document>(open({ ...environment, encrypted_param_names: words }))

/** File contents by the name used in the template. */
export const Files = Type.Unsafe<Document>(Type.Record(Text, Text))

/** A template in HOT or CloudFormation format. */
export const Template = Type.Unsafe<Document>(
  Type.Union([
    open({ heat_template_version: Text }),
    open({ HeatTemplateFormatVersion: Text }),
    open({ AWSTemplateFormatVersion: Text }),
  ]),
)

/** An abandoned resource with what is needed to adopt it; nested stacks contain a stack's data too. */
const ExportedResource = open({
  ...{ name: Text, type: Text, action: Text, status: Text },
  ...{ resource_id: MaybeText, metadata: Values, resource_data: Values },
})

export const ExportedStack = Type.Unsafe<Document>(
  open({
    ...{ name: Text, id: Text, action: Text, status: Text, project_id: Text },
    ...{ stack_user_project_id: MaybeText, tags: words },
    ...{ template: Template, environment: Values, files: Files },
    resources: Type.Record(Text, ExportedResource),
  }),
)

const Parameter = open({ Type: Text, Description: Text, NoEcho: Text, Label: Text })

/** A template's parameters. */
export const DescribedTemplate = Type.Unsafe<Document>(
  Type.Object({
    Description: Text,
    Parameters: Type.Record(Text, Parameter),
    ParameterGroups: Type.Optional(Type.Array(Values)),
    /** Parameters of nested templates, by resource. */
    NestedParameters: Type.Optional(Values),
    Environment: open(environment),
  }),
)

const Property = open({ type: Text, required: flag, update_allowed: flag, immutable: flag })

export const DescribedType = Type.Unsafe<Document>(
  Type.Object({
    resource_type: Text,
    support_status: open({
      ...{ status: Text, version: MaybeText, message: MaybeText, previous_status: Type.Null() },
    }),
    properties: Type.Record(Text, Property),
    attributes: Type.Record(Text, open({ type: Text })),
  }),
)
