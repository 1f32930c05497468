import { showSchema } from '@nimbo/contracts/image/discovery'
import { Namespace } from '@nimbo/contracts/image/metadefs/namespaces'
import { PropertyBody, ShownAssociation, ShownObject, ShownTag } from '@nimbo/contracts/image/metadefs/words'
import { Task, TaskStub } from '@nimbo/contracts/image/tasks'
import { handle } from '../handle.ts'
import { imageSchema } from './image-schema.ts'
import { memberSchema } from './member-schema.ts'

const text = { type: 'string' }
const listOf = (name: string, item: object) => ({
  name,
  properties: { [name]: { type: 'array', items: item }, first: text, next: text, schema: text },
  links: [
    { rel: 'first', href: '{first}' },
    { rel: 'next', href: '{next}' },
    { rel: 'describedby', href: '{schema}' },
  ],
})

/** A schema document of the API, made from the schema of responses. */
const schemaOf = (
  name: string,
  { properties }: { readonly properties: Readonly<Record<string, unknown>> },
) => ({
  name,
  properties: { ...properties },
})

const taskSchema = schemaOf('task', Task)
const taskStubSchema = schemaOf('task', TaskStub)
const namespaceSchema = { ...schemaOf('namespace', Namespace), required: ['namespace'] }
const objectSchema = { ...schemaOf('object', ShownObject), required: ['name'] }
const propertySchema = { ...schemaOf('property', PropertyBody), required: ['name', 'title', 'type'] }
const associationSchema = { ...schemaOf('resource_type_association', ShownAssociation), required: ['name'] }
const tagSchema = { ...schemaOf('tag', ShownTag), required: ['name'] }

export const schemaRoutes = [
  handle(showSchema.image, async () => imageSchema),
  handle(showSchema.images, async () => listOf('images', imageSchema)),
  handle(showSchema.member, async () => memberSchema),
  handle(showSchema.task, async () => taskSchema),
  handle(showSchema.tasks, async () => listOf('tasks', taskStubSchema)),
  handle(showSchema.namespace, async () => namespaceSchema),
  handle(showSchema.namespaces, async () => listOf('namespaces', namespaceSchema)),
  handle(showSchema.object, async () => objectSchema),
  handle(showSchema.objects, async () => listOf('objects', objectSchema)),
  handle(showSchema.property, async () => propertySchema),
  handle(showSchema.properties, async () => ({
    name: 'properties',
    properties: { properties: { type: 'object', additionalProperties: propertySchema } },
  })),
  handle(showSchema.resourceType, async () => associationSchema),
  handle(showSchema.resourceTypes, async () => listOf('resource_type_associations', associationSchema)),
  handle(showSchema.tag, async () => tagSchema),
  handle(showSchema.tags, async () => listOf('tags', tagSchema)),
  handle(showSchema.members, async () => listOf('members', memberSchema)),
]
