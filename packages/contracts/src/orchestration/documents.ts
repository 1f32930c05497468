import { Type } from 'typebox'
import { MaybeText, open, Text, Values } from './words.ts'

type Document = Readonly<Record<string, unknown>>

const flag = Type.Boolean()
const words = Type.Array(Text)

/** Where the values of parameters, and the types of resources, come from. */
const environment = {
  parameters: Values,
  parameter_defaults: Values,
  resource_registry: Values,
  event_sinks: Type.Array(Type.Unknown()),
}
export const Environment = Type.Unsafe<Document>(open({ ...environment, encrypted_param_names: words }))

/** Text by the name that a template has for it. */
export const Files = Type.Unsafe<Document>(Type.Record(Text, Text))

/** HOT, or what CloudFormation has; it says itself in which version of these it is written. */
export const Template = Type.Unsafe<Document>(
  Type.Union([
    open({ heat_template_version: Text }),
    open({ HeatTemplateFormatVersion: Text }),
    open({ AWSTemplateFormatVersion: Text }),
  ]),
)

/** A resource with what another cloud needs to take it over; one that is a stack has also what a stack has. */
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

/** What a template asks for. */
export const DescribedTemplate = Type.Unsafe<Document>(
  Type.Object({
    Description: Text,
    Parameters: Type.Record(Text, Parameter),
    ParameterGroups: Type.Optional(Type.Array(Values)),
    /** By resource, what the templates within ask for. */
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
