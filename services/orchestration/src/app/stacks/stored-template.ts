import type { Stack } from '../../db/stacks.ts'
import { readTemplate, type StoredTemplate } from '../../db/templates.ts'
import type { HeatApp } from '../app.ts'
import { type Blueprint, blueprintOf } from '../templates/blueprint.ts'

/** A stack's template, environment and files, as received. */
export const storedTemplate = ({ db, sealing }: HeatApp, stack: Stack): Promise<StoredTemplate> =>
  readTemplate(db, sealing, stack.template_id)

/** A stack's template, environment and files, parsed. */
export const storedBlueprint = async (app: HeatApp, stack: Stack): Promise<Blueprint> =>
  blueprintOf(await storedTemplate(app, stack), stack, { strict: false })
