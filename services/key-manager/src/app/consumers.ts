import { inTransaction } from '@nimbo/db/in-transaction'
import { timestamp } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import { isUuid, newId } from '@nimbo/kernel/ids'
import {
  containerConsumerById,
  deleteConsumer,
  findContainerConsumer,
  findSecretConsumer,
  insertContainerConsumer,
  insertSecretConsumer,
  listContainerConsumers,
  listSecretConsumers,
} from '../db/consumers.ts'
import { takeContainer } from '../db/containers.ts'
import { type Page, takeSecret, type Window } from '../db/secrets.ts'
import type { Container, ContainerConsumer, KeyDb, Secret, SecretConsumer } from '../db/tables.ts'
import { errors } from '../errors.ts'
import type { KeyApp } from './key-app.ts'
import { refuseOverQuota } from './quotas.ts'

type OfSecret = Pick<SecretConsumer, 'service' | 'resource_type' | 'resource_id'>
type OfContainer = Pick<ContainerConsumer, 'name' | 'url'>

/** Registers a consumer, if the project's quota allows. */
const add = (
  app: KeyApp,
  ctx: Context,
  operation: string,
  insert: (db: KeyDb, common: { id: string; project_id: string; created: string }) => Promise<void>,
): Promise<void> =>
  inTransaction(app.db, async (db) => {
    const project_id = ctx.projectId ?? ''
    await refuseOverQuota(app, db, { projectId: project_id, counted: 'consumers', operation })
    await insert(db, { id: newId(), project_id, created: timestamp(app.clock) })
  })

/** A consumer may be removed by its project, and by the owner of the secret or container. */
const requireOwner = (
  ctx: Context,
  used: { readonly project_id: string },
  consumer: { readonly project_id: string } | undefined,
): void => {
  if (!consumer) throw errors.NoSuchConsumer()
  if (consumer.project_id !== ctx.projectId && used.project_id !== ctx.projectId)
    throw errors.OthersConsumer()
}

export const addSecretConsumer =
  (app: KeyApp) =>
  (ctx: Context, secret: Secret, { service, resource_type, resource_id }: OfSecret): Promise<void> =>
    add(app, ctx, 'SecretConsumer creation', async (db, common) => {
      // It may have been deleted since it was found.
      if (!(await takeSecret(db, secret.id))) throw errors.NoSuchSecret()
      await insertSecretConsumer(db, {
        ...common,
        ...{ secret_id: secret.id, service, resource_type, resource_id },
      })
    })

export const addContainerConsumer =
  (app: KeyApp) =>
  (ctx: Context, container: Container, { name, url }: OfContainer): Promise<void> =>
    add(app, ctx, 'ContainerConsumer creation', async (db, common) => {
      if (!(await takeContainer(db, container.id))) throw errors.NoSuchContainer()
      await insertContainerConsumer(db, { ...common, container_id: container.id, name, url })
    })

export const removeSecretConsumer =
  (app: KeyApp) =>
  async (ctx: Context, secret: Secret, named: OfSecret): Promise<void> => {
    const consumer = await findSecretConsumer(app.db, secret.id, named)
    requireOwner(ctx, secret, consumer)
    if (consumer) await deleteConsumer(app.db, 'secret_consumers', consumer.id)
  }

export const removeContainerConsumer =
  (app: KeyApp) =>
  async (ctx: Context, container: Container, named: OfContainer): Promise<void> => {
    const consumer = await findContainerConsumer(app.db, container.id, named)
    requireOwner(ctx, container, consumer)
    if (consumer) await deleteConsumer(app.db, 'container_consumers', consumer.id)
  }

export const consumersOfSecret = (
  { db }: KeyApp,
  id: string,
  window: Window,
): Promise<Page<SecretConsumer>> => listSecretConsumers(db, id, window)

export const consumersOfContainer = (
  { db }: KeyApp,
  id: string,
  window: Window,
): Promise<Page<ContainerConsumer>> => listContainerConsumers(db, id, window)

/** A consumer of a container. Throws the 404. */
export const needContainerConsumer = async (
  { db }: KeyApp,
  containerId: string,
  id: string,
): Promise<ContainerConsumer> => {
  if (!isUuid(id)) throw errors.InvalidConsumerId()
  const consumer = await containerConsumerById(db, containerId, id)
  if (!consumer) throw errors.NoSuchConsumer()
  return consumer
}
