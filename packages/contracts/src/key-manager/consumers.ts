import { view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { found } from '@nimbo/operation/target'
import { Type } from 'typebox'
import { Container } from './containers.ts'
import { page, paging } from './pages.ts'
import { Secret } from './secrets.ts'

const common = { created: Type.String(), updated: Type.String(), status: Type.String() }
const query = Type.Object(paging)
const errors = ['NoSuchConsumer', 'OthersConsumer', 'QuotaReached']

const ContainerConsumer = view({ ...common, name: Type.String(), URL: Type.String() })

const NewContainerConsumer = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 36 }),
    URL: Type.String({ minLength: 1, maxLength: 255 }),
  },
  { title: 'Consumer' },
)

export const listContainerConsumers = operation({
  id: 'container_consumers.list',
  method: 'GET',
  path: '/v1/containers/{container_id}/consumers',
  summary: 'List who uses a container',
  rule: 'container_consumers:get',
  on: found('container'),
  query,
  replies: { 200: page({ consumers: Type.Array(ContainerConsumer) }) },
})

export const addContainerConsumer = operation({
  id: 'container_consumers.create',
  method: 'POST',
  path: '/v1/containers/{container_id}/consumers',
  summary: 'Note that somebody uses a container',
  rule: 'container_consumers:post',
  on: found('container'),
  body: NewContainerConsumer,
  replies: { 200: Container },
  errors,
})

export const removeContainerConsumer = operation({
  id: 'container_consumers.delete',
  method: 'DELETE',
  path: '/v1/containers/{container_id}/consumers',
  summary: 'Note that somebody uses a container no longer',
  rule: 'container_consumers:delete',
  on: found('container'),
  body: NewContainerConsumer,
  replies: { 200: Container },
  errors,
})

export const showContainerConsumer = operation({
  id: 'container_consumers.show',
  method: 'GET',
  path: '/v1/containers/{container_id}/consumers/{consumer_id}',
  summary: 'Show one who uses a container',
  rule: 'consumer:get',
  on: found('container'),
  replies: { 200: ContainerConsumer },
  errors,
})

const text = { minLength: 1, maxLength: 255 }

const SecretConsumer = view({
  ...common,
  service: Type.String(),
  resource_type: Type.String(),
  resource_id: Type.String(),
})

const NewSecretConsumer = Type.Object(
  {
    service: Type.String(text),
    resource_type: Type.String(text),
    resource_id: Type.String({ minLength: 1 }),
  },
  { title: 'Secret Consumer' },
)

export const listSecretConsumers = operation({
  id: 'secret_consumers.list',
  method: 'GET',
  path: '/v1/secrets/{secret_id}/consumers',
  summary: 'List what uses a secret',
  rule: 'secret_consumers:get',
  on: found('secret'),
  query,
  replies: { 200: page({ consumers: Type.Array(SecretConsumer) }) },
})

export const addSecretConsumer = operation({
  id: 'secret_consumers.create',
  method: 'POST',
  path: '/v1/secrets/{secret_id}/consumers',
  summary: 'Note that something uses a secret',
  rule: 'secret_consumers:post',
  on: found('secret'),
  body: NewSecretConsumer,
  replies: { 200: Secret },
  errors,
})

export const removeSecretConsumer = operation({
  id: 'secret_consumers.delete',
  method: 'DELETE',
  path: '/v1/secrets/{secret_id}/consumers',
  summary: 'Note that something uses a secret no longer',
  rule: 'secret_consumers:delete',
  on: found('secret'),
  body: NewSecretConsumer,
  replies: { 200: Secret },
  errors,
})
