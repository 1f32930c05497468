import { showSchema } from '@nimbo/contracts/image/discovery'
import { Namespace } from '@nimbo/contracts/image/metadefs/namespaces'
import { PropertyBody, ShownAssociation, ShownObject, ShownTag } from '@nimbo/contracts/image/metadefs/words'
import { Task, TaskStub } from '@nimbo/contracts/image/tasks'
import { imageStatuses, visibilities } from '@nimbo/contracts/image/words'
import { containerFormats, diskFormats } from '../image/image.ts'
import { handle } from '../handle.ts'

const text = { type: 'string' }
const nullableText = { type: ['null', 'string'], maxLength: 255 }
const whole = { type: 'integer' }
const readOnly = { readOnly: true }

/** The schema of images, which clients such as glanceclient read. */
const imageSchema = {
  name: 'image',
  properties: {
    id: {
      ...text,
      pattern: '^([0-9a-fA-F]){8}-([0-9a-fA-F]){4}-([0-9a-fA-F]){4}-([0-9a-fA-F]){4}-([0-9a-fA-F]){12}$',
    },
    name: nullableText,
    status: { ...text, ...readOnly, enum: imageStatuses },
    visibility: { ...text, enum: visibilities },
    owner: nullableText,
    disk_format: { type: ['null', 'string'], enum: [null, ...diskFormats] },
    container_format: { type: ['null', 'string'], enum: [null, ...containerFormats] },
    min_disk: whole,
    min_ram: whole,
    protected: { type: 'boolean' },
    os_hidden: { type: 'boolean' },
    size: { type: ['null', 'integer'], ...readOnly },
    virtual_size: { type: ['null', 'integer'], ...readOnly },
    checksum: { ...nullableText, ...readOnly },
    os_hash_algo: { ...nullableText, ...readOnly },
    os_hash_value: { ...nullableText, ...readOnly },
    tags: { type: 'array', items: { type: 'string', maxLength: 255 } },
    created_at: { ...text, ...readOnly },
    updated_at: { ...text, ...readOnly },
    self: { ...text, ...readOnly },
    file: { ...text, ...readOnly },
    schema: { ...text, ...readOnly },
  },
  additionalProperties: { type: 'string' },
  links: [
    { rel: 'self', href: '{self}' },
    { rel: 'enclosure', href: '{file}' },
    { rel: 'describedby', href: '{schema}' },
  ],
}

const memberSchema = {
  name: 'member',
  properties: {
    member_id: text,
    image_id: text,
    status: { ...text, enum: ['pending', 'accepted', 'rejected'] },
    created_at: text,
    updated_at: text,
    schema: { ...text, ...readOnly },
  },
}

const listOf = (name: string, item: object) => ({
  name,
  properties: { [name]: { type: 'array', items: item }, first: text, next: text, schema: text },
  links: [
    { rel: 'first', href: '{first}' },
    { rel: 'next', href: '{next}' },
    { rel: 'describedby', href: '{schema}' },
  ],
})

/** The schema shows what is declared for responses. */
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
