import { inTransaction } from '@nimbo/db/in-transaction'
import { timestamp } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import { newId } from '@nimbo/kernel/ids'
import { own } from '@nimbo/kernel/own'
import {
  addTypeProject,
  findTypeByName,
  insertType,
  isTypeUsed,
  listTypes as listRows,
  projectsOfType,
  removeType as removeRow,
  removeExtraSpec as removeSpec,
  removeTypeProject,
  setExtraSpecs as setSpecs,
  updateType as updateRow,
  type VolumeType,
} from '../../db/volume-types.ts'
import { isDefaultSomewhere } from '../../db/default-types.ts'
import { errors } from '../../errors.ts'
import { scopeOf, type VolumeApp } from '../../app/app.ts'
import { needType } from '../../app/need.ts'

type Texts = Readonly<Record<string, string>>

/** Types that the caller may use, ordered by name. */
export const listTypes =
  (app: VolumeApp) =>
  (ctx: Context): Promise<readonly VolumeType[]> =>
    listRows(app.db, scopeOf(app, ctx))

export interface TypeOrder {
  readonly name: string
  readonly description: string | null
  readonly isPublic: boolean
  readonly extraSpecs: Texts
}

export const createType =
  (app: VolumeApp) =>
  async (ctx: Context, order: TypeOrder): Promise<VolumeType> => {
    const id = newId()
    const now = timestamp(app.clock)
    await inTransaction(app.db, async (trx) => {
      const isNew = await insertType(trx, {
        id,
        name: order.name,
        description: order.description,
        is_public: order.isPublic ? 1 : 0,
        created_at: now,
        updated_at: now,
      })
      if (!isNew) throw errors.VolumeTypeExists({ name: order.name })
      await setSpecs(trx, id, order.extraSpecs)
      const { name, description, isPublic, extraSpecs } = order
      await app.notices.type(trx, ctx, 'create', { id, name, description, isPublic, extraSpecs })
    })
    return needType(app, ctx, id)
  }

export interface TypeChanges {
  readonly name?: string | undefined
  readonly description?: string | null | undefined
  readonly isPublic?: boolean | undefined
}

export const updateType =
  (app: VolumeApp) =>
  async (ctx: Context, id: string, { name, description, isPublic }: TypeChanges): Promise<VolumeType> => {
    await needType(app, ctx, id)
    const namesake = name === undefined ? undefined : await findTypeByName(app.db, name, undefined)
    if (name !== undefined && namesake && namesake.id !== id) throw errors.VolumeTypeExists({ name })
    const change = {
      ...(name === undefined ? {} : { name }),
      ...(description === undefined ? {} : { description }),
      ...(isPublic === undefined ? {} : { is_public: isPublic ? 1 : 0 }),
    }
    return app.notices.together(app.db, async (trx) => {
      await updateRow(trx, id, change, timestamp(app.clock))
      const type = await needType({ ...app, db: trx }, ctx, id)
      await app.notices.type(trx, ctx, 'update', type)
      return type
    })
  }

/** Throws if the type has volumes or is the default. */
export const removeType =
  (app: VolumeApp) =>
  async (ctx: Context, id: string): Promise<void> => {
    const type = await needType(app, ctx, id)
    if (type.name === app.config.DEFAULT.default_volume_type || (await isDefaultSomewhere(app.db, id)))
      throw errors.VolumeTypeDefault({ id })
    if (await isTypeUsed(app.db, id)) throw errors.VolumeTypeInUse({ id })
    await app.notices.together(app.db, async (trx) => {
      await removeRow(trx, id)
      await app.notices.type(trx, ctx, 'delete', type)
    })
  }

/** Sets several extra specs (`create`), or one of them (`update`); the others stay. */
export const setExtraSpecs =
  (app: VolumeApp) =>
  async (ctx: Context, id: string, specs: Texts, verb: 'create' | 'update'): Promise<void> => {
    await needType(app, ctx, id)
    await inTransaction(app.db, async (trx) => {
      await setSpecs(trx, id, specs)
      await app.notices.extraSpecs(trx, ctx, verb, id, specs)
    })
  }

/** The value of one extra spec. */
export const showExtraSpec =
  (app: VolumeApp) =>
  async (ctx: Context, id: string, key: string): Promise<string> => {
    const value = own((await needType(app, ctx, id)).extraSpecs, key)
    if (value === undefined) throw errors.VolumeTypeExtraSpecsNotFound({ id, key })
    return value
  }

export const removeExtraSpec =
  (app: VolumeApp) =>
  async (ctx: Context, id: string, key: string): Promise<void> => {
    const value = await showExtraSpec(app)(ctx, id, key)
    await app.notices.together(app.db, async (trx) => {
      await removeSpec(trx, id, key)
      await app.notices.extraSpecs(trx, ctx, 'delete', id, { [key]: value })
    })
  }

const needPrivate = async (app: VolumeApp, ctx: Context, id: string): Promise<void> => {
  const { isPublic } = await needType(app, ctx, id)
  if (isPublic)
    throw errors.InvalidVolumeType({
      reason: 'Type access modification is not applicable to public volume type.',
    })
}

/** Gives a project access to a private type. */
export const addAccess =
  (app: VolumeApp) =>
  async (ctx: Context, id: string, project: string): Promise<void> => {
    await needPrivate(app, ctx, id)
    await app.notices.together(app.db, async (trx) => {
      if (!(await addTypeProject(trx, id, project))) throw errors.VolumeTypeAccessExists({ id, project })
      await app.notices.typeAccess(trx, ctx, 'add', id, project)
    })
  }

export const removeAccess =
  (app: VolumeApp) =>
  async (ctx: Context, id: string, project: string): Promise<void> => {
    await needPrivate(app, ctx, id)
    await app.notices.together(app.db, async (trx) => {
      if (!(await removeTypeProject(trx, id, project))) throw errors.VolumeTypeAccessNotFound({ id, project })
      await app.notices.typeAccess(trx, ctx, 'remove', id, project)
    })
  }

/** Ids of the projects with access to a private type. */
export const listAccess =
  (app: VolumeApp) =>
  async (ctx: Context, id: string): Promise<readonly string[]> => {
    // Answers 404, not 400, since there is no such list.
    if ((await needType(app, ctx, id)).isPublic) throw errors.AccessOfPublicType()
    return projectsOfType(app.db, id)
  }
