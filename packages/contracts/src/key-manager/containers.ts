import { empty, nullable, oneOf, view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { found, ownProject } from '@nimbo/operation/target'
import { type Static, Type } from 'typebox'
import { page, paging } from './pages.ts'

export const containerTypes = ['generic', 'rsa', 'certificate'] as const

const Consumer = view({ name: Type.String(), URL: Type.String() })

export const Container = view({
  created: Type.String(),
  updated: Type.String(),
  status: Type.String(),
  name: nullable(Type.String()),
  type: oneOf(containerTypes),
  creator_id: nullable(Type.String()),
  secret_refs: Type.Array(view({ name: nullable(Type.String()), secret_ref: Type.String() })),
  consumers: Type.Array(Consumer),
  container_ref: Type.String(),
})

export type ContainerView = Static<typeof Container>

export const NewContainer = Type.Object(
  {
    name: Type.Optional(nullable(Type.String({ maxLength: 255 }))),
    type: oneOf(containerTypes),
    secret_refs: Type.Optional(
      Type.Array(
        Type.Object({
          name: Type.Optional(nullable(Type.String({ maxLength: 255 }))),
          secret_ref: Type.String({ minLength: 1 }),
        }),
      ),
    ),
  },
  { title: 'Container' },
)

export type NewContainer = Static<typeof NewContainer>

const ContainerSecret = Type.Object(
  { name: Type.Optional(Type.String({ maxLength: 255 })), secret_ref: Type.String({ minLength: 1 }) },
  { title: 'ContainerSecret' },
)

const Reference = view({ container_ref: Type.String() })
const errors = ['NoSuchContainer', 'NoSuchSecretNamed']

export const createContainer = operation({
  id: 'containers.create',
  method: 'POST',
  path: '/v1/containers',
  summary: 'Put secrets together under one name',
  rule: 'containers:post',
  on: ownProject,
  body: NewContainer,
  replies: { 201: Reference },
  errors: ['QuotaReached', 'NoSuchSecretNamed'],
})

export const listContainers = operation({
  id: 'containers.list',
  method: 'GET',
  path: '/v1/containers',
  summary: 'List the containers of the project',
  rule: 'containers:get',
  on: ownProject,
  query: Type.Object({
    ...paging,
    name: Type.Optional(Type.String()),
    type: Type.Optional(Type.String()),
  }),
  replies: { 200: page({ containers: Type.Array(Container) }) },
})

export const showContainer = operation({
  id: 'containers.show',
  method: 'GET',
  path: '/v1/containers/{container_id}',
  summary: 'Show a container',
  rule: 'container:get',
  on: found('container'),
  replies: { 200: Container },
  errors,
})

export const deleteContainer = operation({
  id: 'containers.delete',
  method: 'DELETE',
  path: '/v1/containers/{container_id}',
  summary: 'Delete a container; its secrets stay',
  rule: 'container:delete',
  on: found('container'),
  replies: { 204: empty },
  errors,
})

export const addSecret = operation({
  id: 'containers.add_secret',
  method: 'POST',
  path: '/v1/containers/{container_id}/secrets',
  summary: 'Put one more secret into a generic container',
  rule: 'container_secret:post',
  on: found('container'),
  body: ContainerSecret,
  replies: { 201: Reference },
  errors: [...errors, 'NotGeneric', 'SecretInContainer'],
})

export const removeSecret = operation({
  id: 'containers.remove_secret',
  method: 'DELETE',
  path: '/v1/containers/{container_id}/secrets',
  summary: 'Take a secret out of a container',
  rule: 'container_secret:delete',
  on: found('container'),
  body: ContainerSecret,
  replies: { 204: empty },
  errors: [...errors, 'SecretNotInContainer'],
})
