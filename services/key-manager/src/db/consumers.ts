import type { Page, Window } from './secrets.ts'
import type { ContainerConsumer, KeyDb, SecretConsumer } from './tables.ts'

export const insertSecretConsumer = async (db: KeyDb, row: SecretConsumer): Promise<void> => {
  await db
    .insertInto('secret_consumers')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export const insertContainerConsumer = async (db: KeyDb, row: ContainerConsumer): Promise<void> => {
  await db
    .insertInto('container_consumers')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export const findSecretConsumer = (
  db: KeyDb,
  secretId: string,
  named: Pick<SecretConsumer, 'service' | 'resource_type' | 'resource_id'>,
): Promise<SecretConsumer | undefined> =>
  db
    .selectFrom('secret_consumers')
    .selectAll()
    .where('secret_id', '=', secretId)
    .where('service', '=', named.service)
    .where('resource_type', '=', named.resource_type)
    .where('resource_id', '=', named.resource_id)
    .executeTakeFirst()

export const findContainerConsumer = (
  db: KeyDb,
  containerId: string,
  named: Pick<ContainerConsumer, 'name' | 'url'>,
): Promise<ContainerConsumer | undefined> =>
  db
    .selectFrom('container_consumers')
    .selectAll()
    .where('container_id', '=', containerId)
    .where('name', '=', named.name)
    .where('url', '=', named.url)
    .executeTakeFirst()

export const containerConsumerById = (
  db: KeyDb,
  containerId: string,
  id: string,
): Promise<ContainerConsumer | undefined> =>
  db
    .selectFrom('container_consumers')
    .selectAll()
    .where('container_id', '=', containerId)
    .where('id', '=', id)
    .executeTakeFirst()

export const deleteConsumer = async (
  db: KeyDb,
  table: 'secret_consumers' | 'container_consumers',
  id: string,
): Promise<void> => {
  await db.deleteFrom(table).where('id', '=', id).execute()
}

export const listSecretConsumers = async (
  db: KeyDb,
  secretId: string,
  { offset, limit }: Window,
): Promise<Page<SecretConsumer>> => {
  const found = db.selectFrom('secret_consumers').where('secret_id', '=', secretId)
  const { total } = await found
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = found.selectAll().orderBy('created').orderBy('id').limit(limit).offset(offset)
  return { rows: await rows.execute(), total: Number(total) }
}

export const listContainerConsumers = async (
  db: KeyDb,
  containerId: string,
  { offset, limit }: Window,
): Promise<Page<ContainerConsumer>> => {
  const found = db.selectFrom('container_consumers').where('container_id', '=', containerId)
  const { total } = await found
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = found.selectAll().orderBy('created').orderBy('id').limit(limit).offset(offset)
  return { rows: await rows.execute(), total: Number(total) }
}
