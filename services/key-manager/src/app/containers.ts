import type { NewContainer } from '@nimbo/contracts/key-manager/containers'
import { allOrNone } from '@nimbo/db/all-or-none'
import { inTransaction } from '@nimbo/db/in-transaction'
import { timestamp } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import type { Fault } from '@nimbo/kernel/errors'
import { newId } from '@nimbo/kernel/ids'
import {
  deleteContainer,
  insertContainer,
  listContainers,
  putSecretIn,
  secretsIn,
  takeContainer,
  takeSecretOut,
} from '../db/containers.ts'
import { findSecret, type Page, takeSecret, type Window } from '../db/secrets.ts'
import type { Container, KeyDb } from '../db/tables.ts'
import { type NamedSecret, requireNames, secretIdOf } from '../domain/container-rules.ts'
import { errors } from '../errors.ts'
import type { KeyApp } from './key-app.ts'
import { refuseOverQuota } from './quotas.ts'

/** Throws unless the secret belongs to the caller's project. */
const requireOwn = async (
  app: KeyApp,
  db: KeyDb,
  ctx: Context,
  secretId: string,
  missing: () => Fault,
): Promise<void> => {
  const secret = await findSecret(db, secretId, timestamp(app.clock))
  if (secret?.project_id !== ctx.projectId) throw missing()
}

/** `requireOwn`, and keeps the secret from being deleted until the transaction ends. */
const takeOwn = async (
  ...[app, db, ctx, secretId, missing]: Parameters<typeof requireOwn>
): Promise<void> => {
  await requireOwn(app, db, ctx, secretId, missing)
  if (!(await takeSecret(db, secretId))) throw missing()
}

/** References to secrets of another cloud are refused, since they could not be resolved. */
const requireOurs = (refs: readonly { readonly secret_ref: string }[], base: string): void => {
  if (refs.some(({ secret_ref }) => !secret_ref.startsWith(base))) throw errors.UnsupportedField()
}

/** Creates a container; resolves to its id. */
export const createContainer =
  (app: KeyApp) =>
  async (ctx: Context, body: NewContainer, base: string): Promise<string> => {
    const { name, type, secret_refs: refs = [] } = body
    const secrets: NamedSecret[] = refs.map((ref) => ({
      name: ref.name ?? '',
      secretId: secretIdOf(ref.secret_ref),
    }))
    requireNames(type, secrets)
    requireOurs(refs, base)
    const [id, now]: [string, string] = [newId(), timestamp(app.clock)]
    const projectId = ctx.projectId ?? ''
    return inTransaction(app.db, async (db) => {
      await refuseOverQuota(app, db, { projectId, counted: 'containers', operation: 'Container creation' })
      for (const secret of secrets)
        await takeOwn(app, db, ctx, secret.secretId, () =>
          errors.NoSuchSecretNamed({ name: secret.name === '' ? 'None' : secret.name }),
        )
      await insertContainer(
        db,
        {
          ...{ id, project_id: projectId, creator_id: ctx.userId ?? null, name: name ?? null, type },
          ...{ status: 'ACTIVE', created: now, updated: now },
        },
        secrets.map((secret, position) => ({
          ...{ container_id: id, secret_id: secret.secretId, name: secret.name, position },
        })),
      )
      return id
    })
  }

interface Named {
  readonly name?: string | undefined
  readonly secret_ref: string
}

const requireGeneric = ({ type }: Container): void => {
  if (type !== 'generic') throw errors.NotGeneric()
}

export const addToContainer =
  (app: KeyApp) =>
  async (ctx: Context, container: Container, given: Named): Promise<void> => {
    requireGeneric(container)
    const [name, secret_id] = [given.name ?? '', secretIdOf(given.secret_ref)]
    await inTransaction(app.db, async (db) => {
      // It may have been deleted since it was found.
      if (!(await takeContainer(db, container.id))) throw errors.NoSuchContainer()
      await takeOwn(app, db, ctx, secret_id, () => errors.NoSuchSecretGiven())
      const held = (await secretsIn(db, [container.id])).get(container.id) ?? []
      if (held.some((one) => one.secret_id === secret_id && one.name === name))
        throw errors.SecretInContainer()
      const position = 1 + Math.max(-1, ...held.map((one) => one.position))
      await putSecretIn(db, { container_id: container.id, secret_id, name, position })
    })
  }

export const takeFromContainer =
  (app: KeyApp) =>
  async (ctx: Context, container: Container, given: Named): Promise<void> => {
    const [name, secret_id] = [given.name ?? '', secretIdOf(given.secret_ref)]
    await requireOwn(app, app.db, ctx, secret_id, () => errors.NoSuchSecretGiven())
    if (!(await takeSecretOut(app.db, { container_id: container.id, secret_id, name })))
      throw errors.SecretNotInContainer()
  }

export const findContainers = (
  { db }: KeyApp,
  ctx: Context,
  query: { readonly name?: string | undefined; readonly type?: string | undefined },
  window: Window,
): Promise<Page<Container>> =>
  listContainers(db, { projectId: ctx.projectId ?? '', name: query.name, type: query.type }, window)

/** Deletes a container with its consumers and ACL; its secrets stay. */
export const dropContainer = ({ db }: KeyApp, id: string): Promise<void> =>
  allOrNone(db, async (trx) => {
    await takeContainer(trx, id)
    await deleteContainer(trx, id)
  })
